const MULTIPLIER = 0x01000193;
/** Hashes have 30 bits, so that V8 stores them in arrays without boxes. */
const BITS_30 = 0x3fffffff;

/** Places in the filter for each hash. At this size, a filter excludes nearly all hashes that are not in the index. */
const FILTER_PLACES = 4;

/** The hash of no characters. */
export const EMPTY_HASH = 0x2bc3a9d7;

/** The hash of a word with one more code unit. */
export function hashWith(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, MULTIPLIER);
}

/** The hash of a complete word, mixed so that its low bits depend on all units. */
export function finishedHash(hash: number): number {
  return (hash ^ (hash >>> 15)) & BITS_30;
}

/** The hash of some words in a row, from those of the words before and the next one. */
export function phraseHash(before: number, next: number): number {
  return finishedHash(hashWith(before, next));
}

/**
 * Numbers by hash. It doesn't store the words themselves: among a few thousand, two with the same
 * 30 bits are unlikely, and a test checks that there are none.
 */
export class HashIndex {
  readonly #hashes: Int32Array;
  readonly #numbers: Uint16Array;
  readonly #mask: number;
  /** Whether any hash has these low bits, which most hashes that are looked up don't share. */
  readonly #filter: Uint8Array;
  readonly #filterMask: number;

  constructor(most: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, most * 2)));
    this.#hashes = new Int32Array(size);
    this.#numbers = new Uint16Array(size);
    this.#mask = size - 1;
    this.#filter = new Uint8Array(size * FILTER_PLACES);
    this.#filterMask = size * FILTER_PLACES - 1;
  }

  /** Sets the positive number for a hash. */
  set(hash: number, number: number): void {
    let place = hash & this.#mask;
    while (this.#numbers[place] !== 0 && this.#hashes[place] !== hash)
      place = (place + 1) & this.#mask;
    this.#hashes[place] = hash;
    this.#numbers[place] = number;
    this.#filter[hash & this.#filterMask] = 1;
  }

  /** The number for a hash; 0 if there is none. */
  find(hash: number): number {
    if (this.#filter[hash & this.#filterMask] === 0) return 0;
    let place = hash & this.#mask;
    for (;;) {
      const number = this.#numbers[place] ?? 0;
      if (number === 0 || this.#hashes[place] === hash) return number;
      place = (place + 1) & this.#mask;
    }
  }
}
