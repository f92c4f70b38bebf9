import { foldedUnit, LATIN_UNITS, READ_CHARACTERS } from "./units.ts";

/** A value in a string. */
export type Stated<Value> = {
  readonly value: Value;
  /** The starts of the preceding words, which may name the value. */
  readonly names: readonly number[];
};

/** A value, its position in the string, and where the words about it can start. */
export type Placed<Value> = Stated<Value> & { readonly at: number; readonly from: number };

/** Maximum number of values to find: texts with more are tables, without names beside values. */
export const MOST_VALUES = 100;
/** Maximum number of characters between a name and its value in a string. */
const REACH = 40;
/** Maximum number of characters between a name and its date or time of day in a string. */
const REACH_OF_MOMENTS = 60;
/** Number of first letters that words of names and texts share: "delivery" and "delivered". */
export const SAME = 4;
/** Minimum length of a word to match as a prefix of other words. */
const SHORTEST = 3;
export const SPACE = 0x20;
export const FULL_STOP = 0x2e;
/** Number of bits per letter in the start of a word. */
const LETTER_BITS = 8;
const LOW_BITS = SAME * LETTER_BITS;
/** Maximum number of bits in the start of a word, enough to tell "policy" and "police" apart. */
const LONGEST_START = 6 * LETTER_BITS;
/** The lowercase letter of each Latin code unit, without an accent; 0 for a separator. */
const PLAIN: Uint8Array = Uint8Array.from({ length: LATIN_UNITS }, (_, unit) =>
  String.fromCharCode(foldedUnit(unit)).normalize("NFD").charCodeAt(0),
);

/** The bits of a word's start that have to match: all for longer words, and for words like "in". */
export function wordMask(word: string): number {
  const isWhole =
    word.length >= SAME || (word.length < SHORTEST && word.charCodeAt(0) < LATIN_UNITS);
  return isWhole ? -1 : 2 ** (word.length * LETTER_BITS) - 1;
}

/** The starts of the words between two places: numbers whose lower 32 bits are four letters. */
export function wordStarts(text: string, from: number, end: number, reach = REACH): number[] {
  const found: number[] = [];
  let [start, more, bits] = [0, 0, 0];
  for (let i = Math.max(from, end - reach); i <= end; i++) {
    const unit = i === end ? 0 : text.charCodeAt(i);
    const letter = unit < LATIN_UNITS ? (PLAIN[unit] ?? 0) : foldedUnit(unit) & 0xff;
    if (letter !== 0) {
      if (bits < LOW_BITS) start |= letter << bits;
      else if (bits < LONGEST_START) more |= letter << (bits - LOW_BITS);
      bits += LETTER_BITS;
    } else if (bits > 0) {
      found.push(more === 0 ? start : start + more * 2 ** LOW_BITS);
      // A period ends a sentence, whose words are about another subject.
      const isWord = bits > LOW_BITS;
      if (isWord && unit === FULL_STOP && text.charCodeAt(i + 1) <= SPACE) found.length = 0;
      [start, more, bits] = [0, 0, 0];
    }
  }
  return found;
}

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

const DIGITS: RegExp = /\d+/g;

/** Positions of a string's runs of digits. Values with digits are searched for only there. */
export function digitRunsIn(text: string): readonly number[] {
  const found: number[] = [];
  const read = text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text;
  DIGITS.lastIndex = 0;
  for (let run = DIGITS.exec(read); run !== null; run = DIGITS.exec(read)) found.push(run.index);
  return found;
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const DATE: RegExp =
  /(?<!-)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?(?![\d-])/y;

/** The ISO 8601 dates in a string, some with a time. */
export function datesIn(text: string, runs: readonly number[]): readonly Placed<string>[] {
  return placedIn(text, runs, DATE);
}

const CLOCK: RegExp = /(?<![\dT]:?|[.,])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?!\d|:\d)/y;

export function clocksIn(text: string, runs: readonly number[]): readonly Placed<string>[] {
  return placedIn(text, runs, CLOCK).map((it) => ({ ...it, value: it.value.padStart(5, "0") }));
}

export function placedIn(text: string, runs: readonly number[], pattern: RegExp): Placed<string>[] {
  const found: Placed<string>[] = [];
  let from = 0;
  for (const at of runs) {
    if (found.length === MOST_VALUES) break;
    const value = matchAt(pattern, text, at)?.[0];
    if (value === undefined) continue;
    from = Math.max(from, at - REACH_OF_MOMENTS);
    found.push({ value, at, from, names: wordStarts(text, from, at, REACH_OF_MOMENTS) });
    from = at + value.length;
  }
  return found;
}

const NEGATED: RegExp =
  /(?:\b(?:not|neither|nor|nicht|pas)|n['’]t(?: want| need)?)(?: (?:an?|been|fully|the|that|too|very|yet))? $/i;

/** Whether a string negates the word at an index: "not high", "isn't a bug". */
export function isNegated(text: string, at: number): boolean {
  return NEGATED.test(text.slice(Math.max(0, at - REACH), at));
}

/** The values that pass a test; if all do, the same list, for which results may be cached. */
export function keptOf<Value>(
  values: readonly Value[],
  test: (value: Value, index: number) => boolean,
): readonly Value[] {
  const kept = values.filter(test);
  return kept.length === values.length ? values : kept;
}

/** Whether the character at an index is a Latin letter or a digit. */
export function isLatin(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < LATIN_UNITS && foldedUnit(unit) !== 0;
}
