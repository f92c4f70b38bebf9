import type { RowInput } from "../core/rows/row.ts";

/** A job's inputs in the order in which the client gave them, as the state keeps them. */
export type InputRows = {
  readonly length: number;
  /** UTF-8 bytes of all rows together. */
  readonly byteLength: number;
  /** The rows from index `from` on, in lists of `size`; the last list may be shorter. */
  readonly batches: (from: number, size: number) => Iterable<readonly RowInput[]>;
};
