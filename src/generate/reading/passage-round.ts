import type { Passages } from "../lexicon/subject.ts";

/** Passages that are taken one after another, in a circle. */
export class PassageRound implements Passages {
  readonly #all: readonly string[];
  #taken = 0;

  constructor(all: readonly string[]) {
    this.#all = all;
  }

  get count(): number {
    return this.#all.length;
  }

  next(): string | undefined {
    return this.#all[this.#taken++ % this.#all.length];
  }
}
