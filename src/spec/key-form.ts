import type { KeyScheme } from "./spec.ts";

/** The API key's header and its format, such as `Authorization: Key <API_KEY>`. */
export function keyFormOf({ header, scheme }: KeyScheme): string {
  const key = scheme === "" ? "<API_KEY>" : `${scheme} <API_KEY>`;
  return `${canonicalName(header)}: ${key}`;
}

/** A header's name in its usual spelling, such as `X-Api-Key`. */
export function canonicalName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
