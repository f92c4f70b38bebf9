/** Numbers that a letter is reduced to. */
const LETTERS = 32;
const READ = 3;

/**
 * Tells of most words that none of some beginnings fits them, from their first three letters:
 * cutting a word out of an input takes much longer.
 */
export class Beginnings {
  readonly #known = new Uint8Array(LETTERS ** READ);

  constructor(beginnings: Iterable<string>) {
    for (const beginning of beginnings) this.#add(beginning);
  }

  /** Whether a word from `start` to `end` may begin like one of them. */
  mayBegin(text: string, start: number, end: number): boolean {
    return this.#known[placeOf(text, start, end)] === 1;
  }

  /** A beginning shorter than what is read fits every word that continues it. */
  #add(beginning: string): void {
    if (beginning.length >= READ) {
      this.#known[placeOf(beginning, 0, beginning.length)] = 1;
      return;
    }
    this.#known[placeOf(beginning, 0, beginning.length)] = 1;
    for (let letter = 0; letter < LETTERS; letter++)
      this.#add(beginning + String.fromCharCode(LETTERS * READ + letter));
  }
}

function placeOf(text: string, start: number, end: number): number {
  let place = 0;
  for (let i = start; i < start + READ; i++)
    place = place * LETTERS + (i < end ? text.charCodeAt(i) % LETTERS : 0);
  return place;
}
