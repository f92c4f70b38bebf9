import { type RowLimits, tooMuchDecoded } from "../row-limits.ts";

/** A number of one digit takes eight bytes. */
const BYTES_A_CHARACTER = 8;

/** Limits how much is decoded to read a column: a page may decode to much and add no rows. */
export class DecodeBudget {
  readonly #limits: RowLimits;
  #left: number;

  constructor(limits: RowLimits) {
    this.#limits = limits;
    this.#left = limits.maxDecodedBytes * BYTES_A_CHARACTER;
  }

  /** Counts a page before it is decoded. Throws a RowLimitError if there are too many bytes. */
  take(byteLength: number): void {
    this.#left -= byteLength;
    if (this.#left < 0) throw tooMuchDecoded(this.#limits);
  }
}
