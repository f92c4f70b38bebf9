import { codeUnitsOf } from "./code-units.ts";
import { Spans } from "./spans.ts";

/** What the letters of a string reveal about its script. */
export type Script = {
  /** Whether most letters belong to a non-Latin script. */
  readonly isForeign: boolean;
  /** Whether most of its non-Latin letters belong to a script without spaces between words, like Chinese and Japanese. */
  readonly isUnspaced: boolean;
};

/** Characters between words that parts of the reading look for, as bits. */
export const Sign = { rating: 8, quote: 16, emoji: 32, nonLatin: 64, money: 128 } as const;

/** Number of words that are read. */
export const MOST_RUNS = 2048;

/** What one pass over a string finds, besides its script. */
export class WordRuns {
  /** The stretches of letters and digits. */
  readonly runs: Spans = new Spans(MOST_RUNS);
  /** Indexes of the runs that start with a digit. */
  readonly numbers: Uint16Array = new Uint16Array(MOST_RUNS);
  numberCount = 0;
  /** The kinds of `Sign` that occur. */
  signs = 0;
}

/** Letters and digits are from 1 to 5, and signs are above. */
const Kind = { other: 0, digit: 1, latin: 2, capital: 3, foreign: 4, unspaced: 5 } as const;

const LATIN: Script = { isForeign: false, isUnspaced: false };

/** Finds the words of a short string in one pass, which replace those in `found`, and returns its script. */
export function findWordRuns(text: string, found: WordRuns): Script {
  const { runs, numbers } = found;
  const units = codeUnitsOf(text);
  const { length } = text;
  // Variables of the function take less time than those of the module, which the bundle initializes when it is needed.
  const { other, digit, latin, foreign, unspaced: unspacedKind } = Kind;
  const kinds = KIND_OF;
  const { bounds } = runs;
  let letters = 0;
  let digits = 0;
  let spaced = 0;
  let unspaced = 0;
  let signs = 0;
  let count = 0;
  let numberCount = 0;
  let start = -1;
  for (let i = 0; i < length; i++) {
    const kind = kinds[units[i] ?? 0] ?? other;
    if (kind === other || kind > unspacedKind) {
      if (start >= 0) {
        letters += i - start;
        bounds[2 * count] = start;
        bounds[2 * count + 1] = i;
        count++;
        start = -1;
      }
      signs |= kind;
      continue;
    }
    if (start < 0) {
      start = i;
      if (kind === digit) numbers[numberCount++] = count;
    }
    if (kind === latin) continue;
    if (kind === digit) digits++;
    else if (kind === foreign) spaced++;
    else if (kind === unspacedKind) unspaced++;
  }
  if (start >= 0) {
    letters += length - start;
    bounds[2 * count] = start;
    bounds[2 * count + 1] = length;
    count++;
  }
  runs.length = count;
  found.numberCount = numberCount;
  const others = spaced + unspaced;
  found.signs = others > 0 ? signs | Sign.nonLatin : signs;
  if (others <= letters - digits - others) return LATIN;
  return { isForeign: true, isUnspaced: unspaced > spaced };
}

/**
 * Coarse ranges of the Unicode blocks, each with its first character and its kind. Surrogates don't count as letters, so that no
 * run splits a pair.
 */
const RANGES: readonly (readonly [number, number])[] = [
  [0x30, Kind.digit],
  [0x3a, Kind.other],
  [0x41, Kind.capital],
  [0x5b, Kind.other],
  [0x61, Kind.latin],
  [0x7b, Kind.other],
  [0xc0, Kind.capital],
  [0xdf, Kind.latin],
  [0x370, Kind.foreign],
  [0x2000, Kind.other],
  [0x3041, Kind.unspaced],
  [0xa000, Kind.foreign],
  [0xd7b0, Kind.other],
  [0xd800, Sign.emoji],
  [0xe000, Kind.other],
];
const SIGNS: readonly (readonly [string, number])[] = [
  ["÷", Kind.other],
  ["×@$€£¥￥₹₩", Sign.money],
  ["/★⭐☆", Sign.rating],
  ['"“„«', Sign.quote],
  ["❤", Sign.emoji],
];

const KIND_OF: Uint8Array = kindsOfUnits();

function kindsOfUnits(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const [from, kind] of RANGES) table.fill(kind, from);
  for (const [characters, kind] of SIGNS)
    for (const character of characters) table[character.charCodeAt(0)] = kind;
  return table;
}

/** Whether a UTF-16 code unit is a letter or a digit. */
export function isInWord(unit: number | undefined): boolean {
  const kind = KIND_OF[unit ?? 0] ?? Kind.other;
  return kind !== Kind.other && kind <= Kind.unspaced;
}

/** Whether a UTF-16 code unit is a capital letter of ASCII or Latin-1. */
export function isCapital(unit: number | undefined): boolean {
  return KIND_OF[unit ?? 0] === Kind.capital;
}
