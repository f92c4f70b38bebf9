import { isJsonObject, type JsonValue } from "../core/json.ts";
import { childPointer } from "../spec/read-response.ts";

/** Number of a list's first items that a shape has. */
const MAX_ITEMS = 3;

/**
 * A value without its content: strings as their lengths, and only the first items of lists. Values
 * whose JSON Pointers are in `kept` stay as they are.
 */
export function contentShape(value: JsonValue, kept: ReadonlySet<string>, pointer = ""): JsonValue {
  if (value === null || kept.has(pointer)) return value;
  if (typeof value === "string") return `(${value.length} characters)`;
  if (typeof value !== "object") return `(${typeof value})`;
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, each]) => [
      key,
      contentShape(each, kept, childPointer(pointer, key)),
    ]);
    return Object.fromEntries(members);
  }
  const shown = value
    .slice(0, MAX_ITEMS)
    .map((each, index) => contentShape(each, kept, childPointer(pointer, index)));
  const more = value.length - shown.length;
  return more > 0 ? [...shown, `(${more} more)`] : shown;
}

/** The strings in a value, longest first. */
export function stringsIn(value: JsonValue): readonly string[] {
  const found = new Set<string>();
  const visit = (each: JsonValue): void => {
    if (typeof each === "string") found.add(each);
    else if (typeof each === "object" && each !== null)
      for (const child of Object.values(each)) visit(child);
  };
  visit(value);
  return [...found].sort((a, b) => b.length - a.length);
}
