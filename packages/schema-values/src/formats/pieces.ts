import type { Rng } from "../rng.ts";

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const HUNDRED = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0"));

/** This many random decimal digits. */
export function digits(rng: Rng, count: number): string {
  let out = "";
  for (let left = count; left > 1; left -= 2) out += HUNDRED[rng.below(100)];
  return count % 2 === 1 ? out + rng.below(10) : out;
}

/** This many random lowercase hexadecimal digits. */
export function hex(rng: Rng, count: number): string {
  let out = "";
  for (let left = count; left > 0; left -= 4) out += fourHex(rng.next() * 65536);
  return out.length === count ? out : out.slice(0, count);
}

function fourHex(value: number): string {
  return `${BYTES[value >>> 8]}${BYTES[value & 255]}`;
}

/** This many random lowercase letters. */
export function letters(rng: Rng, count: number): string {
  let out = "";
  for (let i = 0; i < count; i++) out += String.fromCharCode(97 + rng.below(26));
  return out;
}

/** An integer with at least two digits. */
export function two(value: number): string {
  return HUNDRED[value] ?? String(value);
}
