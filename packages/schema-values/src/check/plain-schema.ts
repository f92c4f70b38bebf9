import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { SchemaDraft } from "../source/dialect.ts";
import type { Schema } from "../source/schema.ts";

type ValueTest = (value: JsonValue) => boolean;

const TYPES: ReadonlySet<JsonValue> = new Set(
  "array boolean integer null number object string".split(" "),
);
/** References to a place in the schema itself, without characters that a URI escapes. */
const LOCAL_REFERENCE = /^#(?:\/[\w$.-]+)*$/;

const isText: ValueTest = (value) => typeof value === "string";
const isFlag: ValueTest = (value) => typeof value === "boolean";
const isNumber: ValueTest = (value) => typeof value === "number";
const isCount: ValueTest = (value) => Number.isInteger(value) && Number(value) >= 0;
const isAnything: ValueTest = () => true;
const isList: ValueTest = (value) => Array.isArray(value);
const isSub: ValueTest = (value) =>
  typeof value === "boolean" || (isJsonObject(value) && isPlainObject(value));
const areSubs: ValueTest = (value) =>
  Array.isArray(value) && value.length > 0 && value.every(isSub);
const isMap: ValueTest = (value) => isJsonObject(value) && Object.values(value).every(isSub);
const areNames: ValueTest = (value) => Array.isArray(value) && areUnique(value, isText);
const isType: ValueTest = (value) =>
  Array.isArray(value)
    ? value.length > 0 && areUnique(value, (each) => TYPES.has(each))
    : TYPES.has(value);

/** Values of the usual keywords that are valid in every draft from 07 on. */
const PLAIN: ReadonlyMap<string, ValueTest> = new Map<string, ValueTest>([
  ...named("$comment description format title", isText),
  ...named("deprecated readOnly uniqueItems writeOnly", isFlag),
  ...named("exclusiveMaximum exclusiveMinimum maximum minimum", isNumber),
  ...named("maxItems maxLength maxProperties minItems minLength minProperties", isCount),
  ...named("const default", isAnything),
  ["enum", (value) => Array.isArray(value) && value.length > 0 && areUnique(value, isAnything)],
  ["examples", isList],
  ...named("additionalProperties items not", isSub),
  ...named("allOf anyOf oneOf", areSubs),
  ...named("$defs definitions properties", isMap),
  ["$ref", (value) => typeof value === "string" && LOCAL_REFERENCE.test(value)],
  ["multipleOf", (value) => typeof value === "number" && value > 0],
  ["pattern", (value) => typeof value === "string" && isPattern(value)],
  ["required", areNames],
  ["type", isType],
]);

/** The drafts whose metaschemas accept these values, and their names. */
const NAMES: { readonly [draft in SchemaDraft]?: string } = {
  "07": "http://json-schema.org/draft-07/schema",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};

/**
 * Whether a schema consists of usual keywords with valid values, so that the metaschema accepts it; if not, only the
 * metaschema can tell. Compiling that takes 100 ms, which is most of the time that the first schema of a process takes.
 */
export function isPlainSchema(schema: Schema, draft: SchemaDraft): boolean {
  const name = NAMES[draft];
  if (name === undefined) return false;
  if (typeof schema === "boolean") return true;
  const { $schema = name, ...rest } = schema;
  return ($schema === name || $schema === `${name}#`) && isPlainObject(rest);
}

function isPlainObject(schema: JsonObject): boolean {
  return Object.entries(schema).every(([key, value]) => PLAIN.get(key)?.(value) === true);
}

function named(keys: string, test: ValueTest): (readonly [string, ValueTest])[] {
  return keys.split(" ").map((key) => [key, test]);
}

function areUnique(values: readonly JsonValue[], test: ValueTest): boolean {
  return values.every(test) && new Set(values).size === values.length;
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, "u") !== undefined;
  } catch {
    return false;
  }
}
