import type { NamedColumn, ResultColumn, Row, RowSource } from "../../core/rows/row.ts";
import { rowCell } from "../row-cell.ts";

/** Encoding a group blocks the event loop: about 26 ms for this many rows of ordinary length. */
const MAX_ROWS = 5000;

const MAX_BYTES = 16 * 1024 * 1024;

/** The cells of some rows, a column after the other. */
export type RowGroup = readonly {
  readonly name: string;
  readonly column: ResultColumn;
  readonly cells: (string | number)[];
}[];

/**
 * The rows in groups of 5,000, fewer where a group's cells reach 16 MB; never an empty group.
 * The groups depend on the rows alone, not on how they come in batches.
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

/** Adds the row's cells to the group; returns their size in bytes. */
function addRow(group: RowGroup, row: Row): number {
  let byteCount = 0;
  for (const { column, cells } of group) {
    const cell = rowCell(row, column);
    cells.push(cell);
    byteCount += typeof cell === "string" ? Buffer.byteLength(cell) : 8;
  }
  return byteCount;
}
