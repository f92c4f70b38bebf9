import type { FileLayout } from "../core/rows/file-layout.ts";
import { lineOf } from "../core/rows/line.ts";
import type { Row, RowSource } from "../core/rows/row.ts";
import { jsonCell } from "./row-cell.ts";
import { utf8Chunks } from "./utf8-chunks.ts";

/** Writes each row as one line with a JSON object, keyed by column, in one pass over the rows. */
export function encodeJsonl(
  rows: RowSource,
  { columns }: Pick<FileLayout, "columns">,
): AsyncIterable<Uint8Array> {
  return encodeTexts(rows, (row) => {
    const cells = columns.map(({ name, column }) => [name, jsonCell(row, column)] as const);
    return JSON.stringify(Object.fromEntries(cells));
  });
}

/** Writes each row as a line of JSON in the layout's form for its outcome. Takes one pass. */
export function encodeLines(
  rows: RowSource,
  { lines }: Pick<FileLayout, "lines">,
): AsyncIterable<Uint8Array> {
  return encodeTexts(rows, (row) => lineOf(row, lines));
}

/** Omits rows for which `textOf` returns undefined. */
function encodeTexts(
  rows: RowSource,
  textOf: (row: Row) => string | undefined,
): AsyncIterable<Uint8Array> {
  const lines = async function* (): AsyncGenerator<readonly string[]> {
    for await (const batch of rows()) {
      const texts = batch.map(textOf).filter((text) => text !== undefined);
      yield texts.map((text) => `${text}\n`);
    }
  };
  return utf8Chunks(lines());
}
