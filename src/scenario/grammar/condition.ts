import type { z } from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { nearest, suggestion } from "../../core/nearest.ts";
import type { DataPath } from "../../yaml/data-path.ts";
import { jsonObject } from "./values.ts";

/** The forms that values of JSON Schema keywords have. */
const FORMS = {
  schema: isSchemaLike,
  schemas: (value: JsonValue) => Array.isArray(value) && value.every(isSchemaLike),
  schemaMap: (value: JsonValue) => isJsonObject(value) && Object.values(value).every(isSchemaLike),
  number: (value: JsonValue) => typeof value === "number",
  boolean: (value: JsonValue) => typeof value === "boolean",
  string: (value: JsonValue) => typeof value === "string",
  strings: (value: JsonValue) =>
    Array.isArray(value) && value.every((item) => typeof item === "string"),
  types: (value: JsonValue) => [value].flat().every((type) => TYPES.includes(type)),
  list: (value: JsonValue) => Array.isArray(value),
  object: isJsonObject,
  any: () => true,
} satisfies Record<string, (value: JsonValue) => boolean>;

type FormName = keyof typeof FORMS;

const TYPES: readonly unknown[] = [
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

/**
 * Keywords that by themselves don't make an object a JSON Schema, because a request's fields may
 * have the same names.
 */
const OTHER: Readonly<Record<string, FormName>> = {
  ...named("schemaMap", "$defs", "definitions"),
  ...named("any", "$anchor", "$comment", "$dynamicAnchor", "$id", "$schema", "$vocabulary"),
  ...named("any", "contentEncoding", "contentMediaType", "contentSchema", "default", "deprecated"),
  ...named("any", "description", "examples", "format", "readOnly", "title", "writeOnly"),
};

const KEYWORDS: Readonly<Record<string, FormName>> = { ...RESTRICTING, ...OTHER };

/** The names of all keywords of JSON Schema 2020-12. */
const KEYWORD_NAMES: readonly string[] = Object.keys(KEYWORDS);

/** Whether an object has a keyword that restricts values, with a value that fits the keyword. */
function restrictsValues(object: JsonObject): boolean {
  return Object.entries(object).some((entry) => fitsKeyword(entry) === true);
}

/**
 * The first keyword with an invalid value, if a JSON Schema was probably meant: every name is a
 * keyword.
 */
function misusedKeyword(object: JsonObject): string | undefined {
  const entries = Object.entries(object);
  if (!entries.every(([name]) => Object.hasOwn(KEYWORDS, name))) return undefined;
  return entries.find((entry) => fitsKeyword(entry) === false)?.[0];
}

/** The value that was probably meant for a keyword, if only a few are allowed. */
function meantValue(keyword: string, value: JsonValue): string | undefined {
  const types = TYPES.map(String);
  return keyword === "type" && typeof value === "string" ? nearest(value, types) : undefined;
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
        return entriesOf(value).flatMap(([key, each]) => unknownKeywords(each, [...at, key]));
      default:
        return [];
    }
  });
}

function entriesOf(value: JsonValue): readonly (readonly [string | number, JsonValue])[] {
  if (Array.isArray(value)) return value.map((item: JsonValue, index) => [index, item] as const);
  return isJsonObject(value) ? Object.entries(value) : [];
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

/**
 * The values that a condition checks: query and header values are strings, header names are
 * lowercase.
 */
type ConditionSource = "json" | "query" | "header";

/** A condition on an object, as a JSON Schema. */
export function condition(source: ConditionSource): z.ZodType<JsonObject> {
  return jsonObject
    .superRefine((value, context) => {
      if (isFieldMap(value)) {
        const count = Object.keys(value).length;
        if (count > MOST_FIELDS) {
          const sentence = `Expected at most ${MOST_FIELDS} fields, got ${count}.`;
          context.addIssue({ code: "custom", params: { sentence } });
          return;
        }
        const name = misusedKeyword(value);
        if (name === undefined) return;
        const params = { sentence: ambiguous(value, name, source) };
        context.addIssue({ code: "custom", path: [name], params });
        return;
      }
      for (const path of unknownKeywords(value)) {
        const params = { sentence: unknownKeyword(String(path.at(-1))) };
        context.addIssue({ code: "custom", path: [...path], params });
      }
    })
    .transform((value) => (isFieldMap(value) ? equalTo(value, source) : value));
}

function unknownKeyword(name: string): string {
  const otherwise = "Write a JSON Schema, or a map of fields to plain values.";
  return `Unknown JSON Schema keyword \`${name}\`.${suggestion(name, KEYWORD_NAMES, otherwise)}`;
}

function ambiguous(fields: JsonObject, name: string, source: ConditionSource): string {
  const value = fields[name] ?? null;
  const meant = meantValue(name, value);
  const hint = meant === undefined ? "" : ` Did you mean \`${meant}\`?`;
  const schema = JSON.stringify(equalTo(fields, source));
  return `\`${JSON.stringify(value)}\` is not a valid value for the JSON Schema keyword \`${name}\`.${hint} If \`${name}\` is a field, write \`${schema}\`.`;
}

/** Whether a condition is a map of fields to plain values, not a JSON Schema. */
export function isFieldMap(value: JsonObject): boolean {
  const values = Object.values(value);
  return (
    values.length > 0 &&
    values.every((each) => typeof each !== "object" || each === null) &&
    !restrictsValues(value)
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
