import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import type { DataPath } from "../../yaml/data-path.ts";

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
 * Keywords that don't restrict values by themselves, because a request's fields may have the same
 * names.
 */
const OTHER: Readonly<Record<string, FormName>> = {
  ...named("schemaMap", "$defs", "definitions"),
  ...named("any", "$anchor", "$comment", "$dynamicAnchor", "$id", "$schema", "$vocabulary"),
  ...named("any", "contentEncoding", "contentMediaType", "contentSchema", "default", "deprecated"),
  ...named("any", "description", "examples", "format", "readOnly", "title", "writeOnly"),
};

const KEYWORDS: Readonly<Record<string, FormName>> = { ...RESTRICTING, ...OTHER };

/** The names of all keywords of JSON Schema 2020-12. */
export const KEYWORD_NAMES: readonly string[] = Object.keys(KEYWORDS);

/** Whether an object has a keyword that restricts values, with a value that fits the keyword. */
export function restrictsValues(object: JsonObject): boolean {
  return Object.entries(object).some((entry) => fitsKeyword(entry) === true);
}

/**
 * The first name that shows that an invalid JSON Schema was meant: every name is a keyword, but
 * this one's value is invalid.
 */
export function misusedKeyword(object: JsonObject): string | undefined {
  const entries = Object.entries(object);
  if (!entries.every(([name]) => Object.hasOwn(KEYWORDS, name))) return undefined;
  return entries.find((entry) => fitsKeyword(entry) === false)?.[0];
}

/** The value that was probably meant for a keyword, if only a few are allowed. */
export function meantValue(keyword: string, value: JsonValue): string | undefined {
  const types = TYPES.map(String);
  return keyword === "type" && typeof value === "string" ? nearest(value, types) : undefined;
}

/** Undefined for a name that isn't a keyword that restricts values. */
function fitsKeyword([name, value]: readonly [string, JsonValue]): boolean | undefined {
  const form = Object.hasOwn(RESTRICTING, name) ? RESTRICTING[name] : undefined;
  return form === undefined ? undefined : FORMS[form](value);
}

/** The paths of the names in a schema that aren't keywords; `x-` names are extensions. */
export function unknownKeywords(schema: JsonValue, path: DataPath = []): readonly DataPath[] {
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
