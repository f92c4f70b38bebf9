const LETTERS = 32;
/** Bits of a letter. */
export const LAST_LETTER = LETTERS - 1;
const READ = 4;
const BITS = 14;
const MULTIPLIER = 0x9e3779b1;

/**
 * Entries by the first letters of words. Comparing those is enough for most words of an input: cutting them out to look them up
 * takes much longer.
 */
export class Beginnings<Entry> {
  readonly #places = new Uint16Array(2 ** BITS);
  readonly #entries: Entry[][] = [[]];

  /** Adds an entry for a word. */
  addWord(word: string, entry: Entry): void {
    this.#addAt(lettersIn(word), entry);
  }

  /** Adds an entry for all words with a beginning, which has at least three letters. */
  addStem(stem: string, entry: Entry): void {
    const letters = unitsIn(stem);
    if (letters.length === READ) this.#addAt(placeOf(letters), entry);
    else for (let next = 0; next < LETTERS; next++) this.#addAt(placeOf([...letters, next]), entry);
  }

  /** Whether there may be an entry for a word with these first letters. */
  has(letters: number): boolean {
    return this.#places[letters] !== 0;
  }

  /** The entries that may fit a word with these first letters, in the order in which they were added, and perhaps others. */
  at(letters: number): readonly Entry[] {
    return this.#entries[this.#places[letters] ?? 0] ?? [];
  }

  #addAt(place: number, entry: Entry): void {
    const known = this.#places[place] ?? 0;
    if (known === 0) this.#places[place] = this.#entries.push([entry]) - 1;
    else this.#entries[known]?.push(entry);
  }
}

/**
 * The first letters of a word from `start` to `end` as one number, the same in lower and upper case for ASCII and Latin-1. There
 * must be at least four code units from `start` on, also of what follows the word.
 */
export function lettersOf(units: Uint16Array, start: number, end: number): number {
  const packed =
    (((units[start] ?? 0) & LAST_LETTER) << 15) |
    (((units[start + 1] ?? 0) & LAST_LETTER) << 10) |
    (((units[start + 2] ?? 0) & LAST_LETTER) << 5) |
    ((units[start + 3] ?? 0) & LAST_LETTER);
  return mixedLetters(packed, end - start);
}

/** The same for the first four letters in 5 bits each, of which those after the word are ignored. */
export function mixedLetters(packed: number, length: number): number {
  const letters = length < READ ? packed & (-1 << (5 * (READ - length))) : packed;
  return Math.imul(letters, MULTIPLIER) >>> (32 - BITS);
}

/** Whether a string contains another one at an index. For short ones that mostly differ, this takes less time than `startsWith`. */
export function isPartAt(text: string, part: string, start: number): boolean {
  const { length } = part;
  if (start + length > text.length) return false;
  for (let i = 0; i < length; i++)
    if (text.charCodeAt(start + i) !== part.charCodeAt(i)) return false;
  return true;
}

/** The first letters of a whole string. */
export function lettersIn(word: string): number {
  return placeOf(unitsIn(word));
}

function unitsIn(word: string): number[] {
  return Array.from(word.slice(0, READ), (letter) => letter.charCodeAt(0));
}

function placeOf(letters: readonly number[]): number {
  const units = new Uint16Array(READ);
  units.set(letters);
  return lettersOf(units, 0, letters.length);
}
