import { HIDDEN } from "./redact.ts";

/** The API key to use with a simulator if none is given. */
export const DEFAULT_API_KEY = "sim-key";

/** Prefix of generated keys. It shows that an unknown key had a sandbox that no longer exists. */
export const MADE_KEY_PREFIX = "sim-sandbox-";

export const SANDBOX_IS_GONE =
  "Its sandbox no longer exists: it was deleted, dropped, or replaced by another one with the same name.";

/** Minimum length of a key whose last characters may be shown. A shorter key could be guessed. */
const MIN_LENGTH = 12;

/**
 * A title for a key's sandbox: the default key, which is public, or the last characters of a long
 * key. Undefined for a short key, and for a generated key, whose sandbox already has a name.
 */
export function keyTitle(key: string | undefined): string | undefined {
  if (key === undefined || key.startsWith(MADE_KEY_PREFIX)) return undefined;
  if (key === DEFAULT_API_KEY) return key;
  return key.length < MIN_LENGTH ? undefined : `key ${HIDDEN}${key.slice(-4)}`;
}

/** Hides an API key, even if percent-encoded. Keeps short keys, which may be ordinary words. */
export function withoutKey(text: string, key: string | undefined): string {
  if (key === undefined || key.length < MIN_LENGTH) return text;
  const rest = text.replaceAll(key, HIDDEN);
  return /%[\da-f]{2}/i.test(rest) ? withoutEncodedKey(rest, key) : rest;
}

function withoutEncodedKey(text: string, key: string): string {
  /** Where each character of the decoded text starts in the text. */
  const starts: number[] = [];
  const decoded = text.replace(
    /%([\da-f]{2})|./gis,
    (part, hex: string | undefined, at: number) => {
      starts.push(at);
      return hex === undefined ? part : String.fromCharCode(Number.parseInt(hex, 16));
    },
  );
  let [shown, end] = ["", 0];
  for (let at = decoded.indexOf(key); at >= 0; at = decoded.indexOf(key, at + key.length)) {
    shown += text.slice(end, starts[at]) + HIDDEN;
    end = starts[at + key.length] ?? text.length;
  }
  return shown + text.slice(end);
}
