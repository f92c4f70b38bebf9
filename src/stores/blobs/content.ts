import { Buffer } from "node:buffer";
import type { RowInput } from "../../core/rows/row.ts";
import type { InputRows, StoredBytes } from "../../state/sandbox-state.ts";

/** Rows in a chunk, at most; a list of long rows ends earlier. */
const CHUNK_ROWS = 1024;

/** Bytes of a file in a chunk. */
const CHUNK_BYTES = 512 * 1024;

/** Rows of inputs, or a file. */
export type Content = InputRows | StoredBytes | Uint8Array;

/** What each chunk contains, with the position of its first row or byte. */
export async function* piecesOf(
  content: Content,
): AsyncGenerator<readonly [number, Buffer | string]> {
  if (content instanceof Uint8Array) {
    for (let start = 0; start < content.byteLength; start += CHUNK_BYTES)
      yield [start, Buffer.from(content.subarray(start, start + CHUNK_BYTES))];
    return;
  }
  let start = 0;
  if (!("batches" in content)) {
    for await (const piece of content) {
      yield [start, Buffer.from(piece)];
      start += piece.byteLength;
    }
    return;
  }
  for await (const rows of content.batches(0, CHUNK_ROWS)) {
    yield [start, JSON.stringify(rows)];
    start += rows.length;
  }
}

/** A list of rows that reaches this size ends, as in memory: the rows of a file must not depend on where inputs are stored. */
const BATCH_BYTES = 1024 ** 2;

/** Rows in lists of at most `size`; a list that reaches 1 MB ends. */
export function* batchesOf(
  rows: Iterable<RowInput>,
  size: number,
): Generator<readonly RowInput[], void> {
  const batch = new RowBatch(size);
  yield* batch.fill(rows);
  yield* batch.rest();
}

/** The rows of several lists in such lists. */
export async function* batchesIn(
  lists: AsyncIterable<readonly RowInput[]>,
  size: number,
): AsyncGenerator<readonly RowInput[], void> {
  const batch = new RowBatch(size);
  for await (const rows of lists) yield* batch.fill(rows);
  yield* batch.rest();
}

class RowBatch {
  readonly #size: number;
  #rows: RowInput[] = [];
  #byteLength = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Adds rows; returns a list each time that one is full. */
  *fill(rows: Iterable<RowInput>): Generator<readonly RowInput[], void> {
    for (const row of rows) {
      this.#rows.push(row);
      this.#byteLength +=
        Buffer.byteLength(typeof row === "string" ? row : JSON.stringify(row)) + 1;
      if (this.#rows.length >= this.#size || this.#byteLength >= BATCH_BYTES) yield this.#taken();
    }
  }

  /** The last list, unless it is empty. */
  *rest(): Generator<readonly RowInput[], void> {
    if (this.#rows.length > 0) yield this.#taken();
  }

  #taken(): readonly RowInput[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#byteLength = 0;
    return rows;
  }
}
