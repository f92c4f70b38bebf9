import type { NamedColumn, RowSource } from "../../core/rows/row.ts";
import { rowCell } from "../row-cell.ts";
import { ColumnPages, type PackedColumn } from "./column-pages.ts";

/** Each group has metadata, and its rows are sent together. */
const MAX_ROWS = 5000;

const MAX_BYTES = 16 * 1024 * 1024;

/** The columns of a file, and how its pages are compressed. */
export type Grouping = {
  readonly columns: readonly NamedColumn[];
  readonly compress: (bytes: Uint8Array) => Uint8Array;
};

/**
 * Groups of 5,000 rows, or fewer if a group's cells reach 16 MB, column by column; never an empty group. The groups
 * depend only on the rows, not on the batches in which they arrive.
 */
export async function* rowGroups(
  rows: RowSource,
  { columns, compress }: Grouping,
): AsyncGenerator<readonly PackedColumn[]> {
  const packers = columns.map(({ column }) => ({ column, pages: new ColumnPages(compress) }));
  const taken = (): readonly PackedColumn[] => packers.map(({ pages }) => pages.take());
  let rowCount = 0;
  let byteCount = 0;
  for await (const batch of rows()) {
    for (const row of batch) {
      for (const { column, pages } of packers) byteCount += pages.add(rowCell(row, column));
      rowCount += 1;
      if (rowCount < MAX_ROWS && byteCount < MAX_BYTES) continue;
      yield taken();
      rowCount = 0;
      byteCount = 0;
    }
  }
  if (rowCount > 0) yield taken();
}
