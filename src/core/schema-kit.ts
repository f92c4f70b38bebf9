import type { JsonObject } from "./json.ts";

/** Schema of an object with these properties, all required unless they are optional. */
export function objectSchema(
  properties: Readonly<Record<string, JsonObject>>,
  optional: readonly string[] = [],
): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

/** Schema of a list of such items. */
export function listSchema(items: JsonObject): JsonObject {
  return { type: "array", items };
}
