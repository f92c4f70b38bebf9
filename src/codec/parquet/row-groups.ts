import type { NamedColumn, ResultColumn, Row, RowSource } from "../../core/rows/row.ts";
import { rowCell } from "../row-cell.ts";

/** Encoding a group blocks the event loop: about 26 ms for this many rows of typical length. */
const MAX_ROWS = 5000;

const MAX_BYTES = 16 * 1024 * 1024;

/** The cells of a group of rows, column by column. */
export type RowGroup = readonly {
  readonly name: string;
  readonly column: ResultColumn;
  readonly cells: (string | number)[];
}[];

/**
 * Groups of 5,000 rows, or fewer if a group's cells reach 16 MB; never an empty group. The groups
 * depend only on the rows, not on the batches in which they arrive.
 */
export async function* rowGroups(
  rows: RowSource,
  columns: readonly NamedColumn[],
): AsyncGenerator<RowGroup> {
  let group = emptyGroup(columns);
  let rowCount = 0;
  let byteCount = 0;
  for await (const batch of rows()) {
    for (const row of batch) {
      byteCount += addRow(group, row);
      rowCount += 1;
      if (rowCount < MAX_ROWS && byteCount < MAX_BYTES) continue;
      yield group;
      group = emptyGroup(columns);
      rowCount = 0;
      byteCount = 0;
    }
  }
  if (rowCount > 0) yield group;
}

function emptyGroup(columns: readonly NamedColumn[]): RowGroup {
  return columns.map(({ name, column }) => ({ name, column, cells: [] }));
}

/** Adds the row's cells to the group and returns their size in bytes. */
function addRow(group: RowGroup, row: Row): number {
  let byteCount = 0;
  for (const { column, cells } of group) {
    const cell = rowCell(row, column);
    cells.push(cell);
    byteCount += typeof cell === "string" ? Buffer.byteLength(cell) : 8;
  }
  return byteCount;
}
