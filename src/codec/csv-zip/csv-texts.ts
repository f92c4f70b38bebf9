import type { NamedColumn, Row, RowSource } from "../../core/rows/row.ts";
import { rowCell } from "../row-cell.ts";

/**
 * The lines of an RFC 4180 CSV file, header first, each ending in CRLF. Takes one pass over the
 * rows.
 */
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

/** One line of an RFC 4180 CSV file, ending in CRLF. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * Quotes empty strings. Unquoted, they would turn a one-column row into a blank line, and readers
 * that distinguish null from empty would read them as null.
 */
function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  if (value !== "" && !/[",\r\n]/.test(value)) return value;
  return `"${value.replaceAll('"', '""')}"`;
}
