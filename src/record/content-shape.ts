import { counted } from "../core/counted.ts";
import { isJsonObject, type JsonValue, mapStrings, mapValues } from "../core/json.ts";
import { childPointer } from "../core/json-pointer.ts";

const MAX_ITEMS = 3;

/**
 * A value without its content: strings become their lengths, numbers and booleans become their
 * types, and lists keep their first items. Values at the JSON Pointers in `kept` are unchanged.
 */
export function contentShape(value: JsonValue, kept: ReadonlySet<string>, pointer = ""): JsonValue {
  if (value === null || kept.has(pointer)) return value;
  if (typeof value !== "object") {
    const format = formatOf(value);
    const type = typeof value === "string" ? counted(value.length, "character") : typeof value;
    return `(${type}${format === undefined ? "" : `, ${format}`})`;
  }
  const shapeAt = (each: JsonValue, key: string | number): JsonValue =>
    contentShape(each, kept, childPointer(pointer, key));
  if (isJsonObject(value)) return mapValues(value, shapeAt);
  const shown = value.slice(0, MAX_ITEMS).map(shapeAt);
  const more = value.length - shown.length;
  return more > 0 ? [...shown, `(${more} more)`] : shown;
}

/** The type and format of a value or its `contentShape`; undefined for text such as `(2 more)`. */
export function typeOf(
  value: JsonValue,
): { readonly type: string; readonly format: string | undefined } | undefined {
  if (value === null || typeof value === "object") {
    const type = value === null ? "null" : Array.isArray(value) ? "array" : "object";
    return { type, format: undefined };
  }
  const [, stated, format] =
    typeof value === "string"
      ? (/^\((\d+ characters|\d+ more|number|boolean)(?:, ([\w -]+))?\)$/.exec(value) ?? [])
      : [];
  if (stated === undefined) return { type: typeof value, format: formatOf(value) };
  if (stated.endsWith("more")) return undefined;
  return { type: stated.endsWith("characters") ? "string" : stated, format };
}

const UUID = /^([a-z][a-z_]{0,20}[-_])?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;

/** A known format that clients parse; undefined if the value has none. */
function formatOf(value: string | number | boolean): string | undefined {
  if (typeof value === "number") {
    // A time between 2001 and 2039.
    const isBetween = (unit: number): boolean => value >= 1e9 * unit && value < 2.2e9 * unit;
    return isBetween(1) ? "Unix seconds" : isBetween(1000) ? "Unix milliseconds" : undefined;
  }
  if (typeof value !== "string") return undefined;
  if (INSTANT.test(value)) return "date-time";
  const [id, prefix = ""] = UUID.exec(value) ?? [];
  if (id !== undefined) return `${prefix}UUID`;
  return /^[\da-f]{24}$/.test(value) ? "24 hex digits" : undefined;
}

/** The strings in a value, longest first. */
export function stringsIn(value: JsonValue): readonly string[] {
  const found = new Set<string>();
  mapStrings(value, (text) => {
    found.add(text);
    return text;
  });
  return [...found].sort((a, b) => b.length - a.length);
}
