import type { NamedColumn, Row, RowSource } from "../../core/rows/row.ts";
import { rowCell } from "../row-cell.ts";

/** The lines of an RFC 4180 CSV, a header first, each with its CRLF; one pass over the rows. */
export async function* csvTexts(
  rows: RowSource,
  columns: readonly NamedColumn[],
): AsyncGenerator<Iterable<string>> {
  yield [csvLine(columns.map((column) => column.name))];
  for await (const batch of rows()) yield rowLines(batch, columns);
}

function* rowLines(batch: readonly Row[], columns: readonly NamedColumn[]): Generator<string> {
  for (const row of batch) yield csvLine(columns.map(({ column }) => rowCell(row, column)));
}

/** A line of an RFC 4180 CSV with its CRLF. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * An empty text is quoted, because unquoted it would make a blank line of a one-column row, and
 * readers that tell null from empty take it for null.
 */
function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  if (value !== "" && !/[",\r\n]/.test(value)) return value;
  return `"${value.replaceAll('"', '""')}"`;
}
