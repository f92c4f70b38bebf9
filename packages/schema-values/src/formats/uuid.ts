import type { Rng } from "../rng.ts";

const HEX = Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));
/** The characters of the last one: the dashes and the version stay. */
const TEXT = Buffer.from("00000000-0000-4000-8000-000000000000", "latin1");
/** The places of the digits; that of the version is undefined. */
const PLACES: readonly (number | undefined)[] = Array.from(TEXT.toString("latin1")).flatMap(
  (character, place) => (character === "-" ? [] : [character === "4" ? undefined : place]),
);
const VARIANT = 16;

/**
 * A UUID of version 4 (RFC 9562). Reads its characters from a buffer at once, which takes a quarter of the time of
 * `String.fromCharCode`.
 */
export function uuid(rng: Rng): string {
  let bits = 0;
  for (let i = 0; i < PLACES.length; i++) {
    if ((i & 7) === 0) bits = (rng.next() * 4294967296) >>> 0;
    const place = PLACES[i];
    if (place !== undefined) TEXT[place] = HEX[i === VARIANT ? 8 | (bits & 3) : bits & 15] ?? 0;
    bits >>>= 4;
  }
  return TEXT.toString("latin1");
}
