/** Numbers that a letter is reduced to. */
const LETTERS = 32;
const LENGTHS = 16;

/**
 * Tells of most words that they are not in a set, from their length and their first and last letters: looking a word up means
 * cutting it out first, which takes ten times as long.
 */
export class WordFilter {
  readonly #known = new Uint8Array(LETTERS * LETTERS * LENGTHS);

  constructor(words: Iterable<string>) {
    for (const word of words) this.#known[placeOf(word, 0, word.length)] = 1;
  }

  /** Whether the set may have the part of a string, in lower or upper case. */
  mayHave(text: string, start: number, end: number): boolean {
    return this.#known[placeOf(text, start, end)] === 1 || !isPlain(text, start, end);
  }
}

function placeOf(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start) % LETTERS;
  const last = text.charCodeAt(end - 1) % LETTERS;
  return ((end - start) % LENGTHS) * LETTERS * LETTERS + first * LETTERS + last;
}

/** Whether the first and last letters give the same numbers in lower and upper case, as ASCII and Latin-1 letters do. */
function isPlain(text: string, start: number, end: number): boolean {
  return text.charCodeAt(start) < 0xff && text.charCodeAt(end - 1) < 0xff;
}
