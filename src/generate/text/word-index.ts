import { Beginnings, isPartAt } from "./beginnings.ts";
import type { Scan } from "./scan.ts";

/** Finds the first of some words in lower case in an input. */
export class WordIndex {
  readonly #words = new Beginnings<string>();

  constructor(words: Iterable<string>) {
    for (const word of words) this.#words.addWord(word, word);
  }

  /** The place of the first of the words among those of an input, from a place on; -1 if it has none. */
  firstIn(scan: Scan, from = 0): number {
    const { starts, runs } = scan;
    const { length } = runs;
    for (let at = from; at < length; at++)
      if (this.#words.has(starts[at] ?? 0) && this.#isAt(scan, at)) return at;
    return -1;
  }

  #isAt({ starts, runs, lower }: Scan, at: number): boolean {
    const start = runs.start(at);
    const length = runs.end(at) - start;
    const words = this.#words.at(starts[at] ?? 0);
    return words.some((word) => word.length === length && isPartAt(lower, word, start));
  }
}
