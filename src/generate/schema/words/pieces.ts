import type { Rng } from "../../../core/rng.ts";

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const HUNDRED = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0"));

/** So many decimal digits. */
export function digits(rng: Rng, count: number): string {
  let out = "";
  for (let left = count; left > 1; left -= 2) out += HUNDRED[rng.below(100)];
  return count % 2 === 1 ? out + rng.below(10) : out;
}

/** So many lower-case hexadecimal digits. */
export function hex(rng: Rng, count: number): string {
  let out = "";
  for (let left = count; left > 0; left -= 8) {
    const bits = rng.next() * 4294967296;
    const high = bits >>> 16;
    const low = bits & 0xffff;
    const head = `${BYTES[high >>> 8]}${BYTES[high & 255]}`;
    out += left > 4 ? `${head}${BYTES[low >>> 8]}${BYTES[low & 255]}` : head;
  }
  return out.length === count ? out : out.slice(0, count);
}

/** So many lower-case letters. */
export function letters(rng: Rng, count: number): string {
  let out = "";
  for (let i = 0; i < count; i++) out += String.fromCharCode(97 + rng.below(26));
  return out;
}

/** A number with at least two digits. */
export function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
