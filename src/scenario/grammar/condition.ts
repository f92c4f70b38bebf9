import type { z } from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { suggestion } from "../../core/nearest.ts";
import type { DataPath, DataProblem } from "../../yaml/data-path.ts";
import { jsonObject } from "./values.ts";

const FORMS = {
  schema: isSchemaLike,
  schemas: (value: JsonValue) => Array.isArray(value) && value.every(isSchemaLike),
  schemaMap: (value: JsonValue) => isJsonObject(value) && Object.values(value).every(isSchemaLike),
  number: (value: JsonValue) => typeof value === "number",
  boolean: (value: JsonValue) => typeof value === "boolean",
  string: (value: JsonValue) => typeof value === "string",
  strings: (value: JsonValue) =>
    Array.isArray(value) && value.every((item) => typeof item === "string"),
  types: (value: JsonValue) => [value].flat().every((type) => TYPES.includes(type as string)),
  list: (value: JsonValue) => Array.isArray(value),
  object: isJsonObject,
  any: () => true,
} satisfies Record<string, (value: JsonValue) => boolean>;

type FormName = keyof typeof FORMS;

const TYPES: readonly string[] = [
  ...["null", "boolean", "number", "integer", "string", "array", "object"],
];

/** Keywords that restrict values, by the form of the keyword's value. */
const RESTRICTING: Readonly<Record<string, FormName>> = {
  ...named("schema", "additionalProperties", "contains", "else", "if", "items", "not"),
  ...named("schema", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"),
  ...named("schemas", "allOf", "anyOf", "oneOf", "prefixItems"),
  ...named("schemaMap", "dependentSchemas", "patternProperties", "properties"),
  ...named("number", "exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"),
  ...named("number", "maxContains", "maxItems", "maxLength", "maxProperties"),
  ...named("number", "minContains", "minItems", "minLength", "minProperties"),
  ...named("string", "$dynamicRef", "$ref", "pattern"),
  ...named("strings", "required"),
  ...named("object", "dependencies", "dependentRequired"),
  ...named("boolean", "uniqueItems"),
  ...named("types", "type"),
  ...named("list", "enum"),
  ...named("any", "const"),
};

/** Keywords that don't make an object a JSON Schema: a request's fields may have these names. */
const OTHER: Readonly<Record<string, FormName>> = {
  ...named("schemaMap", "$defs", "definitions"),
  ...named("any", "$anchor", "$comment", "$dynamicAnchor", "$id", "$schema", "$vocabulary"),
  ...named("any", "contentEncoding", "contentMediaType", "contentSchema", "default", "deprecated"),
  ...named("any", "description", "examples", "format", "readOnly", "title", "writeOnly"),
};

/** All keywords of JSON Schema 2020-12. */
const KEYWORDS: Readonly<Record<string, FormName>> = { ...RESTRICTING, ...OTHER };

/** The first keyword with an invalid value, if every name is a keyword of JSON Schema. */
function misusedKeyword(object: JsonObject): string | undefined {
  const entries = Object.entries(object);
  if (!entries.every(([name]) => Object.hasOwn(KEYWORDS, name))) return undefined;
  return entries.find((entry) => fitsKeyword(entry) === false)?.[0];
}

/** Whether a value fits its keyword; undefined if no keyword that restricts values has the name. */
function fitsKeyword([name, value]: readonly [string, JsonValue]): boolean | undefined {
  const form = Object.hasOwn(RESTRICTING, name) ? RESTRICTING[name] : undefined;
  return form === undefined ? undefined : FORMS[form](value);
}

/** The paths of the names in a schema that aren't keywords; `x-` names are extensions. */
function unknownKeywords(schema: JsonValue, path: DataPath = []): readonly DataPath[] {
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([name, value]): readonly DataPath[] => {
    const at = [...path, name];
    if (!Object.hasOwn(KEYWORDS, name)) return name.startsWith("x-") ? [] : [at];
    switch (KEYWORDS[name]) {
      case "schema":
        return unknownKeywords(value, at);
      case "schemas":
      case "schemaMap":
        return Object.entries(value ?? {}).flatMap(([key, each]: [string, JsonValue]) =>
          unknownKeywords(each, [...at, key]),
        );
      default:
        return [];
    }
  });
}

function named(form: FormName, ...names: readonly string[]): Record<string, FormName> {
  return Object.fromEntries(names.map((name) => [name, form]));
}

function isSchemaLike(value: JsonValue): boolean {
  return typeof value === "boolean" || isJsonObject(value);
}

/** Explains the two ways to write a condition, for the descriptions of its keys. */
export const CONDITION_FORM =
  "a map of fields to plain values that must be equal, or a JSON Schema (an object with a keyword that restricts values)";

/** Maximum number of fields: each one makes the schema larger and slower to compile. */
const MOST_FIELDS = 50;

/** The checked values; those of queries and headers are strings, and header names are lowercase. */
type ConditionSource = "json" | "query" | "header";

/** A condition on an object, as a JSON Schema. */
export function condition(source: ConditionSource): z.ZodType<JsonObject> {
  return jsonObject
    .superRefine((value, context) => {
      for (const { path, message: sentence } of problemsOf(value, source))
        context.addIssue({ code: "custom", path: [...path], params: { sentence } });
    })
    .transform((value) => (isFieldMap(value) ? equalTo(value, source) : value));
}

function problemsOf(value: JsonObject, source: ConditionSource): readonly DataProblem[] {
  if (!isFieldMap(value))
    return unknownKeywords(value).map((path) => {
      return { path, message: unknownKeyword(String(path.at(-1))) };
    });
  const count = Object.keys(value).length;
  if (count > MOST_FIELDS)
    return [{ path: [], message: `Expected at most ${MOST_FIELDS} fields, got ${count}.` }];
  const name = misusedKeyword(value);
  return name === undefined ? [] : [{ path: [name], message: ambiguous(value, name, source) }];
}

function unknownKeyword(name: string): string {
  const otherwise = "Write a JSON Schema, or a map of fields to plain values.";
  const hint = suggestion(name, Object.keys(KEYWORDS), otherwise);
  return `Unknown JSON Schema keyword \`${name}\`.${hint}`;
}

function ambiguous(fields: JsonObject, name: string, source: ConditionSource): string {
  const value = fields[name] ?? null;
  const hint = name === "type" ? suggestion(value, TYPES) : "";
  const schema = JSON.stringify(equalTo(fields, source));
  return `\`${JSON.stringify(value)}\` is not a valid value for the JSON Schema keyword \`${name}\`.${hint} If \`${name}\` is a field, write \`${schema}\`.`;
}

/** Whether a condition is a map of fields to plain values, not a JSON Schema. */
export function isFieldMap(value: JsonObject): boolean {
  const values = Object.values(value);
  return (
    values.length > 0 &&
    values.every((each) => typeof each !== "object" || each === null) &&
    !Object.entries(value).some((entry) => fitsKeyword(entry) === true)
  );
}

function equalTo(fields: JsonObject, source: ConditionSource): JsonObject {
  const entries = Object.entries(fields).map(([name, value]) => [
    source === "header" ? name.toLowerCase() : name,
    { const: source === "json" ? value : String(value) },
  ]);
  return {
    type: "object",
    required: entries.map(([name]) => String(name)),
    properties: Object.fromEntries(entries),
  };
}
