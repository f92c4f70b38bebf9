import { HIDDEN } from "./redact.ts";

/** The API key to use with a simulator if none is given. */
export const DEFAULT_API_KEY = "sim-key";

/** Prefix of every generated key: it distinguishes a key whose sandbox is gone from one that was never used. */
export const MADE_KEY_PREFIX = "sim-sandbox-";

/** Shorter keys could be guessed from their end. */
const MIN_LENGTH = 12;

/**
 * A name for the sandbox that belongs to a key, which shows at most the key's end. The default key
 * is public. Undefined for a generated key, whose sandbox has a name.
 */
export function keyTitle(key: string | undefined): string | undefined {
  if (key === undefined || key.startsWith(MADE_KEY_PREFIX)) return undefined;
  if (key === DEFAULT_API_KEY) return key;
  return key.length < MIN_LENGTH ? undefined : `key ${HIDDEN}${key.slice(-4)}`;
}
