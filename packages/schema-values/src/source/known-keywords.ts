import { isJsonObject, type JsonObject } from "../json.ts";
import { DEFINITION_KEYWORDS, LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS } from "./schema.ts";

/** Keywords of drafts 04 to 2020-12 that limit values or refer to another schema. */
const LIMITING: readonly string[] = [
  ...["$dynamicRef", "$recursiveRef", "$ref", "const", "dependentRequired", "enum"],
  ...["exclusiveMaximum", "exclusiveMinimum", "format", "maxContains", "maximum", "maxItems"],
  ...["maxLength", "maxProperties", "minContains", "minimum", "minItems", "minLength"],
  ...["minProperties", "multipleOf", "pattern", "required", "type", "uniqueItems"],
];

/** Keywords that identify a schema or its dialect. */
export const NAMING_KEYWORDS: readonly string[] = [
  ...["$anchor", "$dynamicAnchor", "$id", "$recursiveAnchor", "$schema", "$vocabulary", "id"],
];

/** Keywords that only describe values. */
export const ANNOTATING_KEYWORDS: readonly string[] = [
  ...["$comment", "contentEncoding", "contentMediaType", "default", "deprecated", "description"],
  ...["examples", "readOnly", "title", "writeOnly"],
];

/** Keywords that can make a value invalid. */
export const BINDING_KEYWORDS: readonly string[] = [
  ...SCHEMA_KEYWORDS,
  ...LIST_KEYWORDS,
  ...MAP_KEYWORDS,
  ...DEFINITION_KEYWORDS,
  ...LIMITING,
];

/** Every keyword in any draft of JSON Schema from 04 on. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  ...BINDING_KEYWORDS,
  ...NAMING_KEYWORDS,
  ...ANNOTATING_KEYWORDS,
]);

/**
 * The schema in a wrapper of the form `{ name, strict, schema }`, which as a JSON Schema has no
 * keyword except its description; the schema itself if it isn't one.
 */
export function unwrapped(schema: JsonObject): JsonObject {
  const { name, schema: inner, description: _, ...others } = schema;
  if (typeof name !== "string" || !isJsonObject(inner)) return schema;
  return Object.keys(others).some((key) => KEYWORDS.has(key)) ? schema : inner;
}
