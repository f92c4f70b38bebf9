/** Any value that JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonArray | JsonObject;

/** A number without a fraction: the documents of the control API say so. */
export type Integer = number;

/** A JSON array. */
export type JsonArray = readonly JsonValue[];

/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Whether a value is a JSON object; false for arrays and null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined if the text isn't valid JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** JSON text with sorted keys, so that equal values give equal text regardless of key order. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(",")}}`;
}

/** A deep copy; unlike with `structuredClone`, its objects are plain in every realm. */
export function copyJson<Value extends JsonValue>(value: Value): Value {
  return copyOf(value) as Value;
}

function copyOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isJsonObject(value)) return value;
  // Assigning to the key `__proto__` would set the prototype.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)]));
}
