import { Buffer } from "node:buffer";
import type { RowInput } from "../../core/rows/row.ts";

/** A list of rows that reaches this size ends, as in memory: the rows of a file must not depend on where inputs are stored. */
const BATCH_BYTES = 1024 ** 2;

/** Rows in lists of at most `size`; a list that reaches 1 MB ends. */
export function* batchesOf(
  rows: Iterable<RowInput>,
  size: number,
): Generator<readonly RowInput[], void> {
  let batch: RowInput[] = [];
  let byteLength = 0;
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
