import { missingColumn, requireUniqueNames } from "../column-names.ts";
import { FileFormatError } from "../file-format-error.ts";
import type { RandomAccessFile } from "../random-access-file.ts";
import type { ColumnType, Table } from "../table.ts";
import { csvRecords } from "./csv-records.ts";

/** Number of rows used to infer the column types. */
const SAMPLE_ROWS = 100;

/**
 * A CSV file with a header row. A column whose non-empty cells in the first 100 rows all look like
 * numbers is `integer` or `number`; any other column is `string`. Throws a FileFormatError.
 */
export async function openCsv(file: RandomAccessFile): Promise<Table> {
  const [header, ...sample] = await firstRecords(file);
  if (header === undefined) {
    throw new FileFormatError("CSV", "it is empty; expected a header row");
  }
  requireUniqueNames("CSV", header);
  return {
    columns: header.map((name, index) => ({
      name,
      type: typeOf(sample.map((record) => record[index] ?? "")),
    })),
    numRows: undefined,
    countRows: () => countRows(file),
    read: (columnName) => readColumn(file, header, columnName),
  };
}

async function firstRecords(file: RandomAccessFile): Promise<readonly (readonly string[])[]> {
  for await (const batch of csvRecords(file)) return batch.slice(0, SAMPLE_ROWS + 1);
  return [];
}

async function countRows(file: RandomAccessFile): Promise<number> {
  let recordCount = 0;
  for await (const batch of csvRecords(file)) recordCount += batch.length;
  return recordCount - 1;
}

async function* readColumn(
  file: RandomAccessFile,
  header: readonly string[],
  columnName: string,
): AsyncGenerator<readonly string[]> {
  const index = header.indexOf(columnName);
  if (index < 0) throw missingColumn("CSV", header, columnName);
  let isHeader = true;
  for await (const batch of csvRecords(file)) {
    const records = isHeader ? batch.slice(1) : batch;
    isHeader = false;
    if (records.length > 0) yield records.map((record) => record[index] ?? "");
  }
}

function typeOf(cells: readonly string[]): ColumnType {
  const filled = cells.filter((cell) => cell !== "");
  if (filled.length === 0) return "string";
  if (filled.every((cell) => /^[+-]?\d+$/.test(cell))) return "integer";
  if (filled.every((cell) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cell))) return "number";
  return "string";
}
