import type { JsonSkeleton } from "../../core/rows/file-layout.ts";
import type { ResultColumn, Row, RowSource } from "../../core/rows/row.ts";
import { jsonCell } from "../row-cell.ts";
import { utf8Chunks } from "../utf8-chunks.ts";

/** The document as UTF-8, streamed. Each column of the skeleton takes one pass over the rows. */
export function encodeJson(rows: RowSource, skeleton: JsonSkeleton): AsyncIterable<Uint8Array> {
  return utf8Chunks(documentTexts(rows, skeleton));
}

async function* documentTexts(
  rows: RowSource,
  skeleton: JsonSkeleton,
): AsyncGenerator<Iterable<string>> {
  for (const piece of skeleton) {
    if (typeof piece === "string") yield [piece];
    else yield* arrayTexts(rows, piece.column);
  }
}

async function* arrayTexts(
  rows: RowSource,
  column: ResultColumn,
): AsyncGenerator<Iterable<string>> {
  yield ["["];
  let isFirst = true;
  for await (const batch of rows()) {
    if (batch.length === 0) continue;
    yield elementTexts(batch, column, isFirst);
    isFirst = false;
  }
  yield ["]"];
}

function* elementTexts(
  batch: readonly Row[],
  column: ResultColumn,
  isFirst: boolean,
): Generator<string> {
  let separator = isFirst ? "" : ",";
  for (const row of batch) {
    yield separator + JSON.stringify(jsonCell(row, column));
    separator = ",";
  }
}
