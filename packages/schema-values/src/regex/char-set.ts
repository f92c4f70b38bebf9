/** A set of code points: sorted, disjoint, non-adjacent inclusive ranges, flattened as low, high, low, high. */
export type CharSet = readonly number[];

/** The last code point of Unicode. */
const LAST_CODE_POINT = 0x10ffff;

/** Every code point. */
export const ANY_CHAR: CharSet = [0, LAST_CODE_POINT];

/** The set of the given inclusive ranges, which may overlap and be in any order. */
export function charSet(...ranges: readonly (readonly [number, number])[]): CharSet {
  const sorted = ranges.filter(([low, high]) => low <= high).sort((a, b) => a[0] - b[0]);
  const out: number[] = [];
  for (const [low, high] of sorted) {
    const last = out.length - 1;
    const previous = out[last];
    if (previous !== undefined && low <= previous + 1) out[last] = Math.max(previous, high);
    else out.push(low, high);
  }
  return out;
}

/** The ranges of a set as pairs. */
export function rangesOf(set: CharSet): (readonly [number, number])[] {
  const out: (readonly [number, number])[] = [];
  for (let i = 0; i + 1 < set.length; i += 2) out.push([set[i] ?? 0, set[i + 1] ?? 0]);
  return out;
}

/** The code points in any of the sets. */
export function unionOf(...sets: readonly CharSet[]): CharSet {
  return charSet(...sets.flatMap(rangesOf));
}

/** The code points that are not in the set. */
export function complementOf(set: CharSet): CharSet {
  const out: number[] = [];
  let next = 0;
  for (const [low, high] of rangesOf(set)) {
    if (low > next) out.push(next, low - 1);
    next = high + 1;
  }
  if (next <= LAST_CODE_POINT) out.push(next, LAST_CODE_POINT);
  return out;
}

/** The code points in both sets. */
function intersectionOf(a: CharSet, b: CharSet): CharSet {
  return complementOf(unionOf(complementOf(a), complementOf(b)));
}

/** Whether the two sets share a code point. */
export function overlaps(a: CharSet, b: CharSet): boolean {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if ((a[i + 1] ?? 0) < (b[j] ?? 0)) i += 2;
    else if ((b[j + 1] ?? 0) < (a[i] ?? 0)) j += 2;
    else return true;
  }
  return false;
}

/** Whether the set contains the code point. */
export function hasChar(set: CharSet, codePoint: number): boolean {
  for (let i = 0; i < set.length; i += 2) {
    if (codePoint < (set[i] ?? 0)) return false;
    if (codePoint <= (set[i + 1] ?? 0)) return true;
  }
  return false;
}

/** The number of code points in the set. */
function charCountOf(set: CharSet): number {
  return rangesOf(set).reduce((sum, [low, high]) => sum + high - low + 1, 0);
}

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

/** Characters that `.` matches without the `s` flag. */
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
