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

function queryProperty(property: string): CharSet {
  const test = new RegExp(`^${property}$`, "u");
  const ranges: [number, number][] = [];
  for (let code = 0; code <= LAST_TESTED; code++) {
    if (!test.test(String.fromCodePoint(code))) continue;
    const last = ranges[ranges.length - 1];
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.length === 0 ? ANY_CHAR : charSet(...ranges);
}
