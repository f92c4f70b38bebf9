import type { Rng } from "../../../core/rng.ts";

/** So many decimal digits. */
export function digits(rng: Rng, count: number): string {
  let out = "";
  for (let i = 0; i < count; i++) out += rng.below(10);
  return out;
}

/** So many lower-case hexadecimal digits. */
export function hex(rng: Rng, count: number): string {
  let out = "";
  for (let left = count; left > 0; left -= 8) {
    const part = Math.floor(rng.next() * 4294967296)
      .toString(16)
      .padStart(8, "0");
    out += part.slice(0, Math.min(8, left));
  }
  return out;
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
