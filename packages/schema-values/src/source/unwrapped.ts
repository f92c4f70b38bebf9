import { isJsonObject, type JsonObject } from "../json.ts";
import { KEYWORDS } from "./known-keywords.ts";

/**
 * The schema in a wrapper of the form `{ name, strict, schema }`, which as a JSON Schema has no
 * keyword except its description; the schema itself if it isn't one.
 */
export function unwrapped(schema: JsonObject): JsonObject {
  const { name, schema: inner, description: _, ...others } = schema;
  if (typeof name !== "string" || !isJsonObject(inner)) return schema;
  return Object.keys(others).some((key) => KEYWORDS.has(key)) ? schema : inner;
}
