/** Any value that can be represented as JSON. */
export type JsonValue = null | boolean | number | string | JsonArray | JsonObject;

export type JsonArray = readonly JsonValue[];

export type JsonObject = { readonly [key: string]: JsonValue };

/** Whether a value is a JSON object; false for arrays and null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON text with sorted keys, so that equal values give equal text regardless of key order. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(",")}}`;
}

/** Whether two values are equal, regardless of key order. */
export function isEqual(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  return typeof a === "object" && typeof b === "object" && canonicalJson(a) === canonicalJson(b);
}

/** Maps equal values to the same primitive, and different values to different ones. */
export function identityOf(value: JsonValue): string | number | boolean | null {
  // The prefix distinguishes strings: no serialized array or object starts with a quotation mark.
  if (typeof value === "string") return `"${value}`;
  return typeof value === "object" && value !== null ? canonicalJson(value) : value;
}
