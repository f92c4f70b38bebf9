import { FOLDED, foldedUnit, isUnspaced, type Units } from "./units.ts";

/** A word, or a phrase with `_` between its words; a final `*` matches any ending. */
export type ListedWord = readonly [word: string, meaning: number];

const NO_LETTERS = 0x3ade68b1;
const PRIME = 16777619;
const MULTIPLIER = 0x9e3779b1;
/** Hashed after the letters of a whole word, to distinguish it from a stem. */
const END = 0x10001;
const STEM_BITS = 14;
const STEM_SHIFT = 32 - STEM_BITS;
const START_MASK = 0xfff;
const STARTS_MASK = 0x3fff;
/** Number of low bits of a match that hold the index after it; the other bits hold its meaning. */
const MATCH_BITS = 16;
const END_MASK = 2 ** MATCH_BITS - 1;

function hashWith(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, PRIME);
}

/** A number for the first three letters of the word at an index. */
function startAt(units: Uint16Array, at: number): number {
  const first = FOLDED[units[at] ?? 0] ?? 0;
  const second = FOLDED[units[at + 1] ?? 0] ?? 0;
  return startOf(first, second, second === 0 ? 0 : (FOLDED[units[at + 2] ?? 0] ?? 0));
}

function startOf(first: number, second: number, third: number): number {
  return ((first << 9) ^ (second << 4) ^ third) & STARTS_MASK;
}

/** The meaning of a match; 0 if the word is unknown. */
export function matchMeaning(match: number): number {
  return match >>> MATCH_BITS;
}

export function matchEnd(match: number): number {
  return match & END_MASK;
}

/** The meanings (positive numbers) of words and phrases, keyed by a hash of their letters. */
export class WordTable {
  readonly #bits: number;
  readonly #keys: Int32Array;
  /** Twice the number of the meaning, plus one if a longer phrase begins with the word. */
  readonly #values: Int32Array;
  /** Contains 1 at the high bits of each stem's hash, which saves looking up most other hashes. */
  readonly #stems = new Uint8Array(2 ** STEM_BITS);
  /** Contains 1 for each listed word's start, which saves hashing most other words. */
  readonly #starts = new Uint8Array(STARTS_MASK + 1);
  /** Maximum length of a word in a script without spaces, by its first code unit's low bits. */
  readonly #longest = new Uint8Array(START_MASK + 1);

  constructor(words: readonly ListedWord[]) {
    this.#bits = 34 - Math.clz32(words.length);
    this.#keys = new Int32Array(2 ** this.#bits);
    this.#values = new Int32Array(2 ** this.#bits);
    for (const [word, meaning] of words) this.#add(word, meaning);
  }

  /** The longest word or phrase that starts at an index; an unknown word is a match, too. */
  matchAt(read: Units, start: number): number {
    const { units, length } = read;
    let i = start;
    let unit = FOLDED[units[i] ?? 0] ?? 0;
    if (isUnspaced(unit)) return this.#longestAt(units, start);
    if (this.#starts[startAt(units, i)] === 0) {
      do unit = FOLDED[units[++i] ?? 0] ?? 0;
      while (unit !== 0 && !isUnspaced(unit));
      return i;
    }
    let hash = NO_LETTERS;
    let match = 0;
    for (;;) {
      let stem = 0;
      // The 0 after the last unit ends the loop.
      do {
        hash = hashWith(hash, unit);
        if (this.#stems[hash >>> STEM_SHIFT] === 1) stem = this.#valueOf(hash) || stem;
        unit = FOLDED[units[++i] ?? 0] ?? 0;
      } while (unit !== 0 && !isUnspaced(unit));
      const value = this.#valueOf(hashWith(hash, END));
      const meaning = value >> 1 || stem >> 1;
      if (meaning > 0 || match === 0) match = (meaning << MATCH_BITS) | i;
      if ((value & 1) === 0) return match;
      hash = hashWith(hash, 0);
      while (i < length && unit === 0) unit = FOLDED[units[++i] ?? 0] ?? 0;
      if (unit === 0) return match;
    }
  }

  /** The index where the next known word or phrase starts; `until` if none starts before it. */
  nextFrom(read: Units, from: number, until: number): number {
    const { units } = read;
    const starts = this.#starts;
    let i = from;
    while (i < until) {
      let unit = FOLDED[units[i] ?? 0] ?? 0;
      if (unit === 0) i++;
      else if (isUnspaced(unit) || starts[startAt(units, i)] === 1) {
        const match = this.matchAt(read, i);
        if (match > END_MASK) return i;
        i = match;
      } else {
        // The 0 after the last unit ends the loop.
        do unit = FOLDED[units[++i] ?? 0] ?? 0;
        while (unit !== 0 && !isUnspaced(unit));
      }
    }
    return until;
  }

  #longestAt(units: Uint16Array, start: number): number {
    let match = start + 1;
    let hash = NO_LETTERS;
    const most = start + (this.#longest[(units[start] ?? 0) & START_MASK] ?? 0);
    for (let i = start; i < most; i++) {
      hash = hashWith(hash, units[i] ?? 0);
      const value = this.#stems[hash >>> STEM_SHIFT] === 1 ? this.#valueOf(hash) : 0;
      if (value > 0) match = ((value >> 1) << MATCH_BITS) | (i + 1);
    }
    return match;
  }

  #valueOf(key: number): number {
    return this.#values[this.#placeOf(key)] ?? 0;
  }

  #placeOf(key: number): number {
    let place = Math.imul(key, MULTIPLIER) >>> (32 - this.#bits);
    while (this.#keys[place] !== key && this.#keys[place] !== 0)
      place = (place + 1) & (this.#keys.length - 1);
    return place;
  }

  #add(word: string, meaning: number): void {
    const isWithoutSpaces = isUnspaced(word.charCodeAt(0));
    const letters = word.replace("*", "").split("").map(unitIn);
    const [first = 0, second = 0, third = 0] = letters;
    let hash = NO_LETTERS;
    for (const letter of letters) {
      if (letter === 0) this.#set(hashWith(hash, END), 1);
      hash = hashWith(hash, letter);
    }
    const place = first & START_MASK;
    if (isWithoutSpaces) this.#longest[place] = Math.max(this.#longest[place] ?? 0, word.length);
    else this.#starts[startOf(first, second, second === 0 ? 0 : third)] = 1;
    const isStem = isWithoutSpaces || word.endsWith("*");
    if (isStem) this.#stems[hash >>> STEM_SHIFT] = 1;
    this.#set(isStem ? hash : hashWith(hash, END), 2 * meaning);
  }

  #set(key: number, value: number): void {
    const place = this.#placeOf(key);
    this.#keys[place] = key;
    const known = this.#values[place] ?? 0;
    this.#values[place] = value === 1 ? known | 1 : value | (known & 1);
  }
}

function unitIn(letter: string): number {
  const unit = letter.charCodeAt(0);
  return letter === "_" ? 0 : foldedUnit(unit) || unit;
}
