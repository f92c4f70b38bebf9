import type { FileLayout } from "../../core/rows/file-layout.ts";
import type { NamedColumn, Row, RowSource } from "../../core/rows/row.ts";
import { jsonCell } from "../row-cell.ts";
import { utf8Chunks } from "../utf8-chunks.ts";

/**
 * One JSON object per line for each row, with the column names as keys. Takes one pass over the
 * rows.
 */
export function encodeJsonl(
  rows: RowSource,
  { columns }: Pick<FileLayout, "columns">,
): AsyncIterable<Uint8Array> {
  return utf8Chunks(lineTexts(rows, columns));
}

async function* lineTexts(
  rows: RowSource,
  columns: readonly NamedColumn[],
): AsyncGenerator<Iterable<string>> {
  for await (const batch of rows()) yield rowLines(batch, columns);
}

function* rowLines(batch: readonly Row[], columns: readonly NamedColumn[]): Generator<string> {
  for (const row of batch) {
    const cells = columns.map(({ name, column }) => [name, jsonCell(row, column)] as const);
    yield `${JSON.stringify(Object.fromEntries(cells))}\n`;
  }
}
