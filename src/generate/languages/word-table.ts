import { isPartAt } from "../text/beginnings.ts";

/** Numbers that a letter is reduced to. */
const LETTERS = 32;
const LENGTHS = 16;

type Entry<Value> = { readonly word: string; readonly value: Value };

/**
 * Values by words in lower case, found by their length and their first and last letters. Unlike with a map, a word need not be cut
 * out of its text first, which takes ten times as long.
 */
export class WordTable<Value> {
  readonly #places = new Uint16Array(LETTERS * LETTERS * LENGTHS);
  readonly #entries: Entry<Value>[][] = [[]];

  constructor(words: Iterable<readonly [string, Value]>) {
    for (const [word, value] of words) {
      const place = placeOf(word, 0, word.length);
      const known = this.#places[place] ?? 0;
      if (known === 0) this.#places[place] = this.#entries.push([{ word, value }]) - 1;
      else this.#entries[known]?.push({ word, value });
    }
  }

  /** The value of the word that is a part of a string in lower case. */
  get(text: string, start: number, end: number): Value | undefined {
    const place = this.#places[placeOf(text, start, end)] ?? 0;
    if (place === 0) return undefined;
    const entries = this.#entries[place] ?? [];
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      if (entry?.word.length === end - start && isPartAt(text, entry.word, start))
        return entry.value;
    }
    return undefined;
  }
}

function placeOf(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start) % LETTERS;
  const last = text.charCodeAt(end - 1) % LETTERS;
  return ((end - start) % LENGTHS) * LETTERS * LETTERS + first * LETTERS + last;
}
