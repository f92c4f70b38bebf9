/** Any value that can be represented as JSON. */
export type JsonValue = null | boolean | number | string | JsonArray | JsonObject;

/** A number without a fractional part. The control API documents its type as `integer`. */
export type Integer = number;

export type JsonArray = readonly JsonValue[];

export type JsonObject = { readonly [key: string]: JsonValue };

/** Whether a value is a JSON object; false for arrays and null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses JSON; undefined if the text isn't valid JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** JSON text with sorted keys, so that equal values give equal text. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(",")}}`;
}

/** Makes a deep copy. Unlike `structuredClone`, always uses this realm's `Object` and `Array`. */
export function copyJson<Value extends JsonValue>(value: Value): Value {
  return mapJson(value, () => undefined) as Value;
}

/** Copies an object, and replaces each value with the result of `change`. */
export function mapValues<Value, Changed>(
  object: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Changed,
): { [key: string]: Changed } {
  // Assigning to the key `__proto__` would set the prototype.
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value, key)]),
  );
}

/**
 * Copies a value, and replaces each part for which `replacement` returns a value. If it returns
 * undefined for a list or an object, continues with the contents.
 */
export function mapJson(
  value: JsonValue,
  replacement: (value: JsonValue) => JsonValue | undefined,
): JsonValue {
  const found = replacement(value);
  if (found !== undefined) return found;
  if (Array.isArray(value)) return value.map((item) => mapJson(item, replacement));
  return isJsonObject(value) ? mapValues(value, (each) => mapJson(each, replacement)) : value;
}

/** Copies plain data, and replaces each string with the result of `change`. */
export function mapStrings<Data>(data: Data, change: (text: string) => string): Data {
  const changed = (value: JsonValue): JsonValue | undefined =>
    typeof value === "string" ? change(value) : undefined;
  return mapJson(data as JsonValue, changed) as Data;
}
