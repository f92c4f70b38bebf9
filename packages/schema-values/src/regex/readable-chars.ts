import { type CharSet, charCountOf, charSet, intersectionOf, rangesOf } from "./char-set.ts";

const LOWER = charSet([97, 122]);
const ALPHANUMERIC = charSet([48, 57], [65, 90], [97, 122]);
const PRINTABLE_ASCII = charSet([33, 126]);
const LATIN = charSet([32, 126], [0xc0, 0xd6], [0xd8, 0xf6], [0xf8, 0x17f]);
const NOT_SURROGATES = charSet([0, 0xd7ff], [0xe000, 0xfffd], [0x10000, 0x10ffff]);
/** A larger class was probably written as an exclusion, so letters represent it well enough. */
const LARGE_CLASS = 200;
const MOST = 96;

/** At most 96 characters of the set that a person would write; empty only if the set is empty. */
export function readableChars(set: CharSet): readonly string[] {
  const preferred = charCountOf(set) > LARGE_CLASS ? [LOWER, ALPHANUMERIC] : [];
  for (const wanted of [...preferred, PRINTABLE_ASCII, LATIN, NOT_SURROGATES]) {
    const chars = firstChars(intersectionOf(set, wanted));
    if (chars.length > 0) return chars;
  }
  return firstChars(set);
}

function firstChars(set: CharSet): string[] {
  const out: string[] = [];
  for (const [low, high] of rangesOf(set)) {
    for (let code = low; code <= high && out.length < MOST; code++) {
      out.push(String.fromCodePoint(code));
    }
  }
  return out;
}
