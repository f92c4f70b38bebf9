import type { RowInput } from "../core/rows/row.ts";

/** A job's inputs as stored, in the order in which the client sent them. */
export type InputRows = {
  readonly length: number;
  /** Total UTF-8 bytes of all rows. */
  readonly byteLength: number;
  /** How many of these bytes are on disk, and not in memory. */
  readonly bytesOnDisk: number;
  /** Set for rows that are in a file, whose bytes count as the file's. */
  readonly isShared?: true;
  /** The rows' IDs, in the same order; undefined if the client named no column of IDs. */
  readonly ids?: InputRows | undefined;
  /** The rows from index `from` on, in lists of at most `size`; lists of long rows are shorter. They may have to be read first. */
  readonly batches: (
    from: number,
    size: number,
  ) => Iterable<readonly RowInput[]> | AsyncIterable<readonly RowInput[]>;
};
