import { LAST_LETTER, mixedLetters } from "./beginnings.ts";
import { codeUnitsOf } from "./code-units.ts";
import { MARKS } from "./endings.ts";
import { Spans } from "./spans.ts";

/** What the letters of a string reveal about its script. */
export type Script = {
  /** Whether most letters belong to a non-Latin script. */
  readonly isForeign: boolean;
  /** Whether most of its non-Latin letters belong to a script without spaces between words, like Chinese and Japanese. */
  readonly isUnspaced: boolean;
};

/** Bits of what a UTF-16 code unit is; those of all units of a string show what it contains. */
export const Sign = {
  /** A letter or a digit. */
  word: 1,
  digit: 2,
  /** A capital letter of ASCII or Latin-1. */
  capital: 4,
  rating: 8,
  quote: 16,
  emoji: 32,
  /** A letter of another script. */
  nonLatin: 64,
  /** What can end a sentence or a clause. */
  mark: 128,
  /** A letter beyond Latin-1, whose cases may differ in any bit. */
  wide: 256,
  /** What amounts are written with, or a number of pieces. */
  money: 512,
} as const;

/** Later parts of an input are not read. */
export const READ_CHARACTERS = 4000;
const MOST_RUNS = READ_CHARACTERS / 2;

/** What one pass over a string finds, besides its script. */
export class WordRuns {
  /** The stretches of letters and digits. */
  readonly runs: Spans = new Spans(MOST_RUNS + 1);
  /** The first letters of each run, as `lettersOf` gives them. */
  readonly starts: Uint16Array = new Uint16Array(MOST_RUNS + 1);
  /** Where the marks are. */
  readonly marks: Uint16Array = new Uint16Array(READ_CHARACTERS + 1);
  markCount = 0;
  /** Indexes of the runs that start with a digit. */
  readonly numbers: Uint16Array = new Uint16Array(MOST_RUNS + 1);
  numberCount = 0;
  /** The kinds of `Sign` that occur. */
  signs = 0;
}

const LAST_DIGIT = 0x39;
const LATIN: Script = { isForeign: false, isUnspaced: false };

/**
 * Returns a function that finds the words of a short string in one pass, which replace those in `found`, and returns its script. It
 * has hardly any branches, which are hard to predict, and its arrays are constants of a closure, so that V8 knows
 * where they are: each halves its time.
 */
export function wordRunFinder(found: WordRuns): (text: string) => Script {
  const { runs, starts, marks, numbers } = found;
  const { bounds } = runs;
  const units = codeUnitsOf("");
  const table = SIGNS_OF;
  const { mark } = Sign;
  return (text) => {
    codeUnitsOf(text);
    const { length } = text;
    let all = 0;
    let before = 0;
    let count = 0;
    let markCount = 0;
    // The unit after the last one is 0, which ends a word.
    for (let i = 0; i <= length; i++) {
      const signs = table[units[i] ?? 0] ?? 0;
      all |= signs;
      bounds[count] = i;
      count += (signs ^ before) & 1;
      before = signs;
      if (signs === mark) marks[markCount++] = i;
    }
    let numberCount = 0;
    // Written out, because a call that gets the array takes several times as long.
    for (let i = 0; i < count; i += 2) {
      const start = bounds[i] ?? 0;
      const first = units[start] ?? 0;
      if (first <= LAST_DIGIT) numbers[numberCount++] = i >> 1;
      const packed =
        ((first & LAST_LETTER) << 15) |
        (((units[start + 1] ?? 0) & LAST_LETTER) << 10) |
        (((units[start + 2] ?? 0) & LAST_LETTER) << 5) |
        ((units[start + 3] ?? 0) & LAST_LETTER);
      starts[i >> 1] = mixedLetters(packed, (bounds[i + 1] ?? 0) - start);
    }
    runs.length = count >> 1;
    found.markCount = markCount;
    found.numberCount = numberCount;
    found.signs = all;
    return (all & Sign.nonLatin) === 0 ? LATIN : scriptOf(units, length);
  };
}

function scriptOf(units: Uint16Array, length: number): Script {
  let latin = 0;
  let spaced = 0;
  let unspaced = 0;
  for (let i = 0; i < length; i++) {
    const unit = units[i] ?? 0;
    const signs = SIGNS_OF[unit] ?? 0;
    if ((signs & FOREIGN) === Sign.word) latin += signs & Sign.digit ? 0 : 1;
    else if ((signs & Sign.nonLatin) === 0) continue;
    else if (unit >= UNSPACED.first && unit <= UNSPACED.last) unspaced++;
    else spaced++;
  }
  if (spaced + unspaced <= latin) return LATIN;
  return { isForeign: true, isUnspaced: unspaced > spaced };
}

/** Kana and Chinese characters, which no spaces separate. */
const UNSPACED = { first: 0x3041, last: 0x9fff };

const DIGIT = Sign.word | Sign.digit;
const CAPITAL = Sign.word | Sign.capital;
const FOREIGN = Sign.word | Sign.nonLatin;

/**
 * Coarse ranges of the Unicode blocks, each with its first character and its signs. Surrogates don't count as letters, so that no
 * run splits a pair.
 */
const RANGES: readonly (readonly [number, number])[] = [
  [0x30, DIGIT],
  [0x3a, 0],
  [0x41, CAPITAL],
  [0x5b, 0],
  [0x61, Sign.word],
  [0x7b, 0],
  [0xc0, CAPITAL],
  [0xdf, Sign.word],
  [0x100, Sign.word | Sign.wide],
  [0x370, FOREIGN | Sign.wide],
  [0x2000, 0],
  [0x3041, FOREIGN],
  [0xd7b0, 0],
  [0xd800, Sign.emoji],
  [0xe000, 0],
];
const CHARACTERS: readonly (readonly [string, number])[] = [
  ["÷", 0],
  ["×@$€£¥￥₹₩", Sign.money],
  ["/★⭐☆", Sign.rating],
  ['"“„«', Sign.quote],
  ["❤", Sign.emoji],
  [MARKS, Sign.mark],
];

const SIGNS_OF: Uint16Array = signsOfUnits();

function signsOfUnits(): Uint16Array {
  const table = new Uint16Array(0x10000);
  for (const [from, signs] of RANGES) table.fill(signs, from);
  for (const [characters, signs] of CHARACTERS)
    for (const character of characters) table[character.charCodeAt(0)] = signs;
  return table;
}

/** The signs of a UTF-16 code unit. */
export function signsOf(unit: number | undefined): number {
  return SIGNS_OF[unit ?? 0] ?? 0;
}

/** Whether a UTF-16 code unit is a letter or a digit. */
export function isInWord(unit: number | undefined): boolean {
  return (signsOf(unit) & Sign.word) !== 0;
}

/** Whether a UTF-16 code unit is a capital letter of ASCII or Latin-1. */
export function isCapital(unit: number | undefined): boolean {
  return (signsOf(unit) & Sign.capital) !== 0;
}
