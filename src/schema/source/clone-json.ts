import { isJsonObject, type JsonValue } from "../../core/json.ts";

/** A copy that shares nothing with the value; a property named `__proto__` stays one. */
export function cloneJson(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(cloneJson);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cloneJson(item)]));
}
