import { ANY_CHAR, type CharSet, charSet, complementOf } from "./char-set.ts";

const range = (text: string): readonly [number, number] => [
  text.codePointAt(0) ?? 0,
  text.codePointAt(1) ?? 0,
];

/** `\d`. */
const DIGITS = charSet(range("09"));

/** `\w`. */
export const WORD_CHARS: CharSet = charSet(range("09"), range("AZ"), range("__"), range("az"));

/** `\s`: the whitespace and line terminators of ECMA-262. */
const SPACES = charSet(
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
);

const LINE_ENDS = charSet([10, 10], [13, 13], [0x2028, 0x2029]);

/** What `.` matches without the `s` flag. */
export const DOT: CharSet = complementOf(LINE_ENDS);

/** The class for an escape such as `\d` or `\W`; undefined for other escapes. */
export function classOfEscape(letter: string): CharSet | undefined {
  const sets: { readonly [letter: string]: CharSet } = { d: DIGITS, w: WORD_CHARS, s: SPACES };
  const lower = letter.toLowerCase();
  const set = Object.hasOwn(sets, lower) ? sets[lower] : undefined;
  if (set === undefined) return undefined;
  return letter === lower ? set : complementOf(set);
}

const LAST_TESTED = 0x1ffff;

/**
 * The code points of a Unicode property escape such as `\p{L}`, according to the engine. Omits
 * planes above 1, which are expensive to query and unreadable for most people.
 */
export function classOfProperty(property: string): CharSet {
  const known = properties.get(property);
  if (known !== undefined) return known;
  const set = queryProperty(property);
  properties.set(property, set);
  return set;
}

/** Unicode has only a few hundred properties, and querying one takes milliseconds. */
const properties = new Map<string, CharSet>();

/** All of these code points in order, without surrogates, which would form pairs. */
let tested: string | undefined;

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const FIRST_PAIR = 0x10000;

/** A search for runs of code points takes a tenth of the time that a test of each takes. */
function queryProperty(property: string): CharSet {
  tested ??= textUpTo(LAST_TESTED);
  const ranges: [number, number][] = [];
  for (const { index, 0: run } of tested.matchAll(new RegExp(`${property}+`, "gu"))) {
    const [first, last] = [codeAt(index), codeAt(index + run.length - 1)];
    // A run may contain characters from before and after the surrogates.
    if (last < FIRST_SURROGATE || first > LAST_SURROGATE) ranges.push([first, last]);
    else ranges.push([first, FIRST_SURROGATE - 1], [LAST_SURROGATE + 1, last]);
  }
  const hasSurrogates = new RegExp(property, "u").test("\ud800");
  if (hasSurrogates) ranges.push([FIRST_SURROGATE, LAST_SURROGATE]);
  return ranges.length === 0 ? ANY_CHAR : charSet(...ranges);
}

function textUpTo(last: number): string {
  let text = "";
  for (let code = 0; code <= last; code++)
    if (code < FIRST_SURROGATE || code > LAST_SURROGATE) text += String.fromCodePoint(code);
  return text;
}

/** The code point at an index of `tested`, which has two code units from U+10000 on. */
function codeAt(index: number): number {
  if (index < FIRST_SURROGATE) return index;
  const code = index + LAST_SURROGATE - FIRST_SURROGATE + 1;
  return code < FIRST_PAIR ? code : FIRST_PAIR + ((code - FIRST_PAIR) >> 1);
}
