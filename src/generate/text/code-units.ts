import { Buffer } from "node:buffer";
import { UNITS_AT_ONCE } from "../../core/rng.ts";

/** Readers may look at a few units beyond the last one, which are 0. */
const SPARE_UNITS = 8;
const UNITS = new Uint16Array(UNITS_AT_ONCE + SPARE_UNITS);
const BYTES = Buffer.from(UNITS.buffer);
/** Node writes UTF-16 in little-endian order. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

let current = "";

/**
 * The UTF-16 code units of a string with at most `UNITS_AT_ONCE`, until the function is called for another one. For an input of a
 * hundred characters, copying them and reading the array takes half the time of `charCodeAt`.
 */
export function codeUnitsOf(text: string): Uint16Array {
  if (text === current) return UNITS;
  const { length } = text;
  if (IS_LITTLE_ENDIAN) BYTES.write(text, 0, "utf16le");
  else for (let i = 0; i < length; i++) UNITS[i] = text.charCodeAt(i);
  for (let i = 0; i < SPARE_UNITS; i++) UNITS[length + i] = 0;
  current = text;
  return UNITS;
}
