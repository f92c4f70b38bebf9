import { hash32 } from "../rng.ts";
import type { RowInput } from "./row.ts";

/** Maximum size of sets to compare. A client that resubmits rows sends only a few of them. */
const MOST_INPUTS = 2000;

/** A set of inputs to compare with other sets, regardless of order. */
export class InputSet {
  #count = 0;
  #sum = 0;

  add(input: RowInput): void {
    if (this.#count++ < MOST_INPUTS) this.#sum += hash32(0, JSON.stringify(input));
  }

  /** Digest that is equal for equal sets; undefined for an empty or large set. */
  get digest(): string | undefined {
    if (this.#count === 0 || this.#count > MOST_INPUTS) return undefined;
    return `${this.#count}-${this.#sum.toString(36)}`;
  }
}
