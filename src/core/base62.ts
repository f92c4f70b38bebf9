import type { Rng } from "./rng.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Characters of an ID in base 62: about 131 bits. */
const LENGTH = 22;

/** Letters and digits for an ID, drawn. */
export function drawBase62(rng: Rng): string {
  let text = "";
  while (text.length < LENGTH) text += DIGITS.charAt(rng.below(DIGITS.length));
  return text;
}

/** Letters and digits for an ID, from a hash in hexadecimal digits. */
export function base62OfHex(hex: string): string {
  let text = "";
  for (let rest = BigInt(`0x${hex}`); text.length < LENGTH; rest /= BigInt(DIGITS.length))
    text += DIGITS.charAt(Number(rest % BigInt(DIGITS.length)));
  return text;
}
