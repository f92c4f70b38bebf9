import { isJsonObject, type JsonValue } from "../json.ts";

/** A deep copy; preserves a property named `__proto__`. */
export function cloneJson(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(cloneJson);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cloneJson(item)]));
}
