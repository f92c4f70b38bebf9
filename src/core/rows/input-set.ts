import { hash32 } from "../rng.ts";
import type { RowInput } from "./row.ts";

/** Maximum size of a set with a digest. Clients that resubmit rows usually send fewer rows. */
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
