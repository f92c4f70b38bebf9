import { redactJson, redactText } from "../core/redact.ts";
import type { Cells, Table } from "./table.ts";

/** Number of rows in a sample for the journal. */
export const SAMPLE_ROWS = 10;

/** Maximum number of columns in a sample. Reading each column takes a pass over the file. */
const MAX_COLUMNS = 8;

/** Maximum length of a sampled cell, in characters. */
const MAX_LENGTH = 160;

/** Number of characters to search for secrets before truncating. A cut secret might be missed. */
const MAX_REDACTED = 4096;

/** Shortens a cell and hides its secrets. Copies it, so that the whole cell can be freed. */
export function sampleCell(text: string, maxLength = MAX_LENGTH): string {
  const shown = redactText(redactJson(text.slice(0, MAX_REDACTED)));
  if (shown.length <= maxLength) return shown;
  return `${Buffer.from(shown.slice(0, maxLength - 1)).toString()}…`;
}

/** The names of the first columns, and the first rows. Rejects with errors from `Table.read`. */
export async function sampleTable(
  table: Pick<Table, "columns" | "read">,
): Promise<readonly (readonly string[])[]> {
  const names = table.columns.slice(0, MAX_COLUMNS).map(({ name }) => name);
  const columns: (readonly string[])[] = [];
  for (const name of names) columns.push(await firstCells(table.read(name)));
  const numRows = Math.max(0, ...columns.map(({ length }) => length));
  const rows = Array.from({ length: numRows }, (_, row) =>
    columns.map((cells) => cells[row] ?? ""),
  );
  return [names, ...rows];
}

async function firstCells(batches: Cells): Promise<readonly string[]> {
  const cells: string[] = [];
  for await (const batch of batches) {
    cells.push(...batch.slice(0, SAMPLE_ROWS - cells.length).map((cell) => sampleCell(cell)));
    if (cells.length === SAMPLE_ROWS) break;
  }
  return cells;
}
