import { HIDDEN } from "./redact.ts";

/** The API key to use with a simulator if none is given. */
export const DEFAULT_API_KEY = "sim-key";

/**
 * Prefix of every generated key. It distinguishes a key whose sandbox no longer exists from one
 * that was never used.
 */
export const MADE_KEY_PREFIX = "sim-sandbox-";

/** Shorter keys could be guessed from their end. */
const MIN_LENGTH = 12;

/**
 * A name for a key's sandbox, which shows at most the end of the key. The default key is public.
 * Undefined for a generated key, whose sandbox has a name.
 */
export function keyTitle(key: string | undefined): string | undefined {
  if (key === undefined || key.startsWith(MADE_KEY_PREFIX)) return undefined;
  if (key === DEFAULT_API_KEY) return key;
  return key.length < MIN_LENGTH ? undefined : `key ${HIDDEN}${key.slice(-4)}`;
}

/** A string without an API key; a short key is kept, because it may be an ordinary word. */
export function withoutKey(text: string, key: string | undefined): string {
  return key === undefined || key.length < MIN_LENGTH ? text : text.replaceAll(key, HIDDEN);
}
