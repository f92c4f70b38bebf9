/** A decoded value as the text of a cell; see `Table.read`. */
export function cellText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return JSON.stringify(value, jsonReplacer);
  return String(value);
}

/** Integers that a JSON number can't represent exactly become strings; bytes become numbers. */
function jsonReplacer(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Array.from(value);
  if (typeof value !== "bigint") return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}
