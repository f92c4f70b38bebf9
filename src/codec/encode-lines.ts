import type { FileLayout } from "../core/rows/file-layout.ts";
import { lineOf } from "../core/rows/line.ts";
import type { Row, RowSource } from "../core/rows/row.ts";
import { jsonCell } from "./row-cell.ts";
import { utf8Chunks } from "./utf8-chunks.ts";

/** One JSON object per line for each row, keyed by column, in one pass over the rows. */
export function encodeJsonl(
  rows: RowSource,
  { columns }: Pick<FileLayout, "columns">,
): AsyncIterable<Uint8Array> {
  return encodeTexts(rows, (row) => {
    const cells = columns.map(({ name, column }) => [name, jsonCell(row, column)] as const);
    return JSON.stringify(Object.fromEntries(cells));
  });
}

/** One line of JSON for each row, in the form that the layout has for how the row ended. Takes one pass. */
export function encodeLines(
  rows: RowSource,
  { lines }: Pick<FileLayout, "lines">,
): AsyncIterable<Uint8Array> {
  return encodeTexts(rows, (row) => lineOf(row, lines));
}

/** The text of a row; a row without one has no line. */
type TextOf = (row: Row) => string | undefined;

function encodeTexts(rows: RowSource, textOf: TextOf): AsyncIterable<Uint8Array> {
  return utf8Chunks(batchLines(rows, textOf));
}

async function* batchLines(rows: RowSource, textOf: TextOf): AsyncGenerator<Iterable<string>> {
  for await (const batch of rows()) yield linesOf(batch, textOf);
}

function* linesOf(batch: readonly Row[], textOf: TextOf): Generator<string> {
  for (const row of batch) {
    const text = textOf(row);
    if (text !== undefined) yield `${text}\n`;
  }
}
