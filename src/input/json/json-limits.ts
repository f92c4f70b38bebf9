import type { JsonValue } from "../../core/json.ts";
import { valueAtPath } from "../../core/json-pointer.ts";
import { BodyTooLargeError, MalformedBodyError } from "../body-chunks.ts";

/** Maximum nesting of objects and arrays; recursing through deeper JSON could exhaust the stack. */
export const MAX_JSON_DEPTH = 1000;

/** Maximum number of characters in an ID, so that messages and records with the ID stay small. */
const MAX_ID_LENGTH = 1024;

/** Maximum length of an ID in UTF-8 bytes. */
export const MAX_ID_BYTES = 4 * MAX_ID_LENGTH;

/** Makes an error from a clause such as "a value exceeds the limit of 1 MiB". */
export function tooLong(excess: string): BodyTooLargeError {
  return new BodyTooLargeError(`Failed to read the body: ${excess}. Shorten it.`);
}

export function longId(path: readonly string[]): BodyTooLargeError {
  return tooLong(`\`${path.join(".")}\` exceeds the limit of 1,024 characters`);
}

/** Throws a `BodyTooLargeError` if an ID at one of these paths of keys is too long. */
export function requireShortIds(body: unknown, paths: readonly (readonly string[])[] = []): void {
  for (const path of paths) {
    const id = valueAtPath(body as JsonValue, path);
    if (typeof id === "string" && id.length > MAX_ID_LENGTH) throw longId(path);
  }
}

/** Whether parsed JSON is nested more than 1,000 levels deep; doesn't recurse. */
export function isTooDeep(root: unknown): boolean {
  let level = [root].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_JSON_DEPTH) return true;
    const next: object[] = [];
    // Uses loops, because lists of the containers' items would take up to 50 times as long.
    for (const value of level)
      for (const item of Array.isArray(value) ? value : Object.values(value))
        if (isContainer(item)) next.push(item);
    level = next;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

export function malformedJson(problem: string): MalformedBodyError {
  return new MalformedBodyError(`Failed to parse the body as JSON: ${problem}.`);
}

/** Describes a byte for a message: as a character if it is visible, or else as a number. */
export function describeByte(byte: number | undefined): string {
  if (byte === undefined) return "the end of the body";
  if (byte > 0x20 && byte < 0x7f && byte !== 0x60) return `\`${String.fromCharCode(byte)}\``;
  const hex = byte.toString(16).toUpperCase();
  return byte < 0x80 ? `U+${hex.padStart(4, "0")}` : `the byte 0x${hex}`;
}

export function describeToken(text: string): string {
  return text.length <= 40 ? `\`${text}\`` : `\`${text.slice(0, 40)}\`…`;
}
