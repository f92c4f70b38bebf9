import type { NamedColumn, RowSource } from "../../core/rows/row.ts";
import { rowCell } from "../row-cell.ts";
import { CsvWriter } from "./csv-writer.ts";

const CHUNK_BYTES = 64 * 1024;

/** An RFC 4180 CSV file with a header, in chunks of at least 64 KB. Takes one pass over the rows. */
export async function* csvChunks(
  rows: RowSource,
  columns: readonly NamedColumn[],
): AsyncGenerator<Uint8Array> {
  const writer = new CsvWriter();
  writer.addLine(columns.map(({ name }) => name));
  for await (const batch of rows()) {
    for (const row of batch) {
      writer.addLine(columns.map(({ column }) => rowCell(row, column)));
      if (writer.length >= CHUNK_BYTES) yield writer.take();
    }
  }
  yield writer.take();
}
