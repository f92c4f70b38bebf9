import { Buffer } from "node:buffer";
import type { RowInput } from "../../core/rows/row.ts";
import type { InputRows, StoredBytes } from "../../state/sandbox-state.ts";

/** Maximum number of rows in a chunk; a chunk of long rows has fewer. */
const CHUNK_ROWS = 1024;

const CHUNK_BYTES = 512 * 1024;

export type Content = InputRows | StoredBytes | Uint8Array;

/** Yields the content of each chunk, with the position of its first row or byte. */
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

/**
 * Size in bytes at which a list of rows ends. Lists of rows in memory end at the same size, so that
 * a results file doesn't depend on where inputs are stored.
 */
const BATCH_BYTES = 1024 ** 2;

/** Regroups rows into lists of at most `size` rows; a list that reaches 1 MiB ends early. */
export async function* batchesIn(
  lists: AsyncIterable<readonly RowInput[]>,
  size: number,
): AsyncGenerator<readonly RowInput[], void> {
  let batch: RowInput[] = [];
  let byteLength = 0;
  for await (const rows of lists)
    for (const row of rows) {
      batch.push(row);
      byteLength += Buffer.byteLength(typeof row === "string" ? row : JSON.stringify(row)) + 1;
      if (batch.length < size && byteLength < BATCH_BYTES) continue;
      yield batch;
      batch = [];
      byteLength = 0;
    }
  if (batch.length > 0) yield batch;
}
