import { KEYWORDS, subschemasOf } from "schema-values";
import type { z } from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { suggestion } from "../../core/nearest.ts";
import type { DataPath, DataProblem } from "../../yaml/data-path.ts";
import { jsonObject } from "./values.ts";

const TYPES: readonly string[] = [
  ...["null", "boolean", "number", "integer", "string", "array", "object"],
];

const isSchema = (value: JsonValue): boolean => typeof value === "boolean" || isJsonObject(value);

/** Each item has a check, and the names of the keywords whose values must pass the check. */
const FORMS: readonly (readonly [(value: JsonValue) => boolean, string])[] = [
  [
    isSchema,
    "additionalProperties contains else if items not propertyNames then unevaluatedItems unevaluatedProperties",
  ],
  [(value) => Array.isArray(value) && value.every(isSchema), "allOf anyOf oneOf prefixItems"],
  [
    (value) => isJsonObject(value) && Object.values(value).every(isSchema),
    "dependentSchemas patternProperties properties",
  ],
  [
    (value) => typeof value === "number",
    "exclusiveMaximum exclusiveMinimum maximum minimum multipleOf maxContains maxItems maxLength maxProperties minContains minItems minLength minProperties",
  ],
  [(value) => typeof value === "string", "$dynamicRef $ref pattern"],
  [(value) => Array.isArray(value) && value.every((item) => typeof item === "string"), "required"],
  [isJsonObject, "dependencies dependentRequired"],
  [(value) => typeof value === "boolean", "uniqueItems"],
  [(value) => [value].flat().every((type) => TYPES.includes(type as string)), "type"],
  [(value) => Array.isArray(value), "enum"],
  [() => true, "const"],
];

/** Only these keywords make an object a JSON Schema. Other keywords may be field names. */
const RESTRICTING = new Map(
  FORMS.flatMap(([fits, names]) => names.split(" ").map((name) => [name, fits] as const)),
);

/** Keywords of older drafts that JSON Schema 2020-12 doesn't have. */
const FORMER: readonly string[] = ["additionalItems", "id", "$recursiveAnchor", "$recursiveRef"];

/** Keywords whose subschemas are not checked for unknown names. */
const UNCHECKED: readonly string[] = ["additionalItems", "contentSchema", "dependencies"];

/** The first keyword with an invalid value, if any. Undefined if some key is not a keyword. */
function misusedKeyword(object: JsonObject): string | undefined {
  const entries = Object.entries(object);
  if (!entries.every(([name]) => isKeyword(name))) return undefined;
  return entries.find((entry) => fitsKeyword(entry) === false)?.[0];
}

function isKeyword(name: string): boolean {
  return KEYWORDS.has(name) && !FORMER.includes(name);
}

/** Whether a keyword's value is valid; undefined if the keyword isn't in `RESTRICTING`. */
function fitsKeyword([name, value]: readonly [string, JsonValue]): boolean | undefined {
  return RESTRICTING.get(name)?.(value);
}

/** Paths of unknown keywords in a schema. Names that start with `x-` are allowed. */
function unknownKeywords(schema: JsonValue, path: DataPath = []): readonly DataPath[] {
  if (!isJsonObject(schema)) return [];
  const unknown = Object.keys(schema).filter((name) => !isKeyword(name) && !name.startsWith("x-"));
  const inner = subschemasOf(schema).filter(({ tokens: [name = ""] }) => !UNCHECKED.includes(name));
  return [
    ...unknown.map((name) => [...path, name]),
    ...inner.flatMap((sub) => unknownKeywords(sub.schema, [...path, ...sub.tokens])),
  ];
}

/** Explains the two ways to write a condition; used in the descriptions of keys. */
export const CONDITION_FORM =
  "exact values by field name, or a JSON Schema (an object with a keyword that restricts values)";

/** Maximum number of fields. With more, the schema takes long to compile. */
const MOST_FIELDS = 50;

/** The part of a request to check. Query parameters and headers have string values. */
type ConditionSource = "json" | "query" | "header";

/** Grammar of a condition on an object. Parses it to a JSON Schema. */
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
  const otherwise = "Write a JSON Schema, or map fields to values that aren't objects or lists.";
  const hint = suggestion(name, [...KEYWORDS].filter(isKeyword), otherwise);
  return `Unknown JSON Schema keyword \`${name}\`.${hint}`;
}

function ambiguous(fields: JsonObject, name: string, source: ConditionSource): string {
  const value = fields[name] ?? null;
  const hint = name === "type" ? suggestion(value, TYPES) : "";
  const schema = JSON.stringify(equalTo(fields, source));
  return `\`${JSON.stringify(value)}\` is not a valid value for the JSON Schema keyword \`${name}\`.${hint} If \`${name}\` is a field, write \`${schema}\`.`;
}

/** Whether a condition maps fields to plain values, and thus isn't a JSON Schema. */
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
