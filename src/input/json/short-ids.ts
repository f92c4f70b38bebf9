import { valueAtKeys } from "./value-at-keys.ts";
import { ValueLimitError } from "./value-limit-error.ts";

/** Maximum number of characters of an ID: everything that quotes or keeps one stays small. */
const MAX_ID_LENGTH = 1024;

/** Maximum number of bytes of these characters. */
export const MAX_ID_BYTES = 4 * MAX_ID_LENGTH;

/** The error for an ID that is too long. */
export function longId(path: readonly string[]): ValueLimitError {
  return new ValueLimitError(`\`${path.join(".")}\` has more than 1,024 characters`);
}

/** Throws a ValueLimitError for an ID that is too long at one of these paths of keys. */
export function requireShortIds(body: unknown, paths: readonly (readonly string[])[] = []): void {
  for (const path of paths) {
    const id = valueAtKeys(body, path);
    if (typeof id === "string" && id.length > MAX_ID_LENGTH) throw longId(path);
  }
}
