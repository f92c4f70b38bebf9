import { cached } from "../cached.ts";

/** A set of code points: sorted, disjoint, non-adjacent inclusive ranges. */
export type CharSet = readonly (readonly [low: number, high: number])[];

const LAST_CODE_POINT = 0x10ffff;

export const ANY_CHAR: CharSet = [[0, LAST_CODE_POINT]];

/** The set of the given inclusive ranges, which may overlap and be in any order. */
export function charSet(...ranges: CharSet): CharSet {
  const sorted = ranges.filter(([low, high]) => low <= high).sort((a, b) => a[0] - b[0]);
  const out: [number, number][] = [];
  for (const [low, high] of sorted) {
    const last = out.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else out.push([low, high]);
  }
  return out;
}

export function complementOf(set: CharSet): CharSet {
  const out: [number, number][] = [];
  let next = 0;
  for (const [low, high] of set) {
    if (low > next) out.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= LAST_CODE_POINT) out.push([next, LAST_CODE_POINT]);
  return out;
}

function intersectionOf(a: CharSet, b: CharSet): CharSet {
  return complementOf(charSet(...complementOf(a), ...complementOf(b)));
}

export function hasChar(set: CharSet, codePoint: number): boolean {
  for (const [low, high] of set) if (codePoint <= high) return codePoint >= low;
  return false;
}

const LOWER = charSet([97, 122]);
const ALPHANUMERIC = charSet([48, 57], [65, 90], [97, 122]);
const PRINTABLE_ASCII = charSet([33, 126]);
const LATIN = charSet([32, 126], [0xc0, 0xd6], [0xd8, 0xf6], [0xf8, 0x17f]);
const NOT_SURROGATES = charSet([0, 0xd7ff], [0xe000, 0xfffd], [0x10000, 0x10ffff]);
/** A class with more characters is probably negated, such as `[^"]`, so letters are preferred. */
const LARGE_CLASS = 200;
const MOST = 96;

/** Up to 96 characters of the set, readable if possible; empty only if the set is empty. */
export function readableChars(set: CharSet): readonly string[] {
  const count = set.reduce((sum, [low, high]) => sum + high - low + 1, 0);
  const preferred = count > LARGE_CLASS ? [LOWER, ALPHANUMERIC] : [];
  for (const wanted of [...preferred, PRINTABLE_ASCII, LATIN, NOT_SURROGATES]) {
    const chars = firstChars(intersectionOf(set, wanted));
    if (chars.length > 0) return chars;
  }
  return firstChars(set);
}

function firstChars(set: CharSet): string[] {
  const out: string[] = [];
  for (const [low, high] of set) {
    for (let code = low; code <= high && out.length < MOST; code++) {
      out.push(String.fromCodePoint(code));
    }
  }
  return out;
}

/** The characters of `\w`. */
export const WORD_CHARS: CharSet = charSet([48, 57], [65, 90], [95, 95], [97, 122]);

/** `\s`: the whitespace and line terminators of ECMA-262. */
const SPACES = charSet(
  [9, 13],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  ...[32, 0xa0, 0x1680, 0x202f, 0x205f, 0x3000, 0xfeff].map((code) => [code, code] as const),
);

/** Characters that `.` matches without the `s` flag: all except line terminators. */
export const DOT: CharSet = complementOf(charSet([10, 10], [13, 13], [0x2028, 0x2029]));

export const CLASSES = { digit: charSet([48, 57]), word: WORD_CHARS, space: SPACES };

/** Code points of an escape such as `\p{L}` in planes 0 and 1; querying more planes is too slow. */
export function classOfProperty(property: string): CharSet {
  return cached(properties, property, queryProperty);
}

/** Cached: a query takes milliseconds, and Unicode has only a few hundred properties. */
const properties = new Map<string, CharSet>();

/** All code points to test, in order, without surrogates, which would form pairs. */
let blocks: readonly string[] | undefined;

/** Searches for runs of code points, which is ten times as fast as testing each one. */
function queryProperty(property: string): CharSet {
  blocks ??= [textOf(0, 0xd7ff), textOf(0xe000, 0xffff), textOf(0x10000, 0x1ffff)];
  const runs = new RegExp(`${property}+`, "gu");
  const ranges = blocks.flatMap((block) =>
    Array.from(block.matchAll(runs), ([run]) => {
      const first = run.codePointAt(0) ?? 0;
      const length = first > 0xffff ? run.length / 2 : run.length;
      return [first, first + length - 1] as const;
    }),
  );
  if (new RegExp(property, "u").test("\ud800")) ranges.push([0xd800, 0xdfff]);
  return ranges.length === 0 ? ANY_CHAR : charSet(...ranges);
}

function textOf(first: number, last: number): string {
  let text = "";
  for (let code = first; code <= last; code++) text += String.fromCodePoint(code);
  return text;
}
