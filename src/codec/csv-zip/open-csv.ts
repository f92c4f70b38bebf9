import { NO_ROW_LIMITS, type RowLimits, tooManyRows } from "../row-limits.ts";
import {
  type Cells,
  type ColumnType,
  FileFormatError,
  missingColumn,
  type RandomAccessFile,
  requireUniqueNames,
  type Table,
} from "../table.ts";
import { Work } from "../work.ts";
import { CsvScanner } from "./csv-scanner.ts";

/** Number of rows used to infer the column types. */
const SAMPLE_ROWS = 100;

/** An index that selects no column, so no cells are kept. */
const NO_COLUMN = -1;

/** Number of bytes to scan at once. Scanning them takes a few milliseconds. */
const PIECE_BYTES = 64 * 1024;

type CsvSource = { readonly file: RandomAccessFile; readonly key: string | undefined };

/**
 * Opens a CSV file with a header row. A column whose non-empty cells in the first 100 rows all
 * look like numbers is `integer` or `number`; any other column is `string`. Reads for different
 * keys take turns. Rejects with a FileFormatError.
 */
export async function openCsv(
  file: RandomAccessFile,
  limits: RowLimits = NO_ROW_LIMITS,
  key?: string,
): Promise<Table> {
  const source = { file, key };
  const [header, ...sample] = await firstRecords(source);
  if (header === undefined) {
    throw new FileFormatError("CSV", "it is empty; expected a header row");
  }
  requireUniqueNames("CSV", header);
  return {
    columns: header.map((name, index) => ({
      name,
      type: typeOf(sample.map((record) => record[index] ?? "")),
    })),
    countRows: () => countRows(source, limits),
    read: (columnName) => readColumn(source, header, columnName),
  };
}

/** The header and the sample rows; empty if the file is empty. */
async function firstRecords(source: CsvSource): Promise<readonly (readonly string[])[]> {
  const cells: string[] = [];
  let width = 0;
  for await (const scanner of scans(source, undefined)) {
    for (const cell of scanner.take()) cells.push(cell);
    width = scanner.width;
    if (scanner.recordCount > SAMPLE_ROWS) break;
  }
  const recordCount = width === 0 ? 0 : Math.min(cells.length / width, SAMPLE_ROWS + 1);
  return Array.from({ length: Math.floor(recordCount) }, (_, index) =>
    cells.slice(index * width, (index + 1) * width),
  );
}

async function countRows(source: CsvSource, limits: RowLimits): Promise<number> {
  let rowCount = 0;
  for await (const { recordCount } of scans(source, NO_COLUMN)) {
    rowCount = recordCount - 1;
    if (rowCount > limits.maxRows) throw tooManyRows(limits);
  }
  return rowCount;
}

async function* readColumn(source: CsvSource, header: readonly string[], name: string): Cells {
  const index = header.indexOf(name);
  if (index < 0) throw missingColumn("CSV", header, name);
  let isHeader = true;
  for await (const scanner of scans(source, index)) {
    const cells = scanner.take();
    if (cells.length === 0) continue;
    const rows = isHeader ? cells.slice(1) : cells;
    isHeader = false;
    if (rows.length > 0) yield rows;
  }
}

function typeOf(cells: readonly string[]): ColumnType {
  const filled = cells.filter((cell) => cell !== "");
  if (filled.length === 0) return "string";
  if (filled.every((cell) => /^[+-]?\d+$/.test(cell))) return "integer";
  if (filled.every((cell) => /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(cell))) return "number";
  return "string";
}

/**
 * Scans the file. Yields the scanner after each piece, then lets other work run. The scanner keeps
 * only the column `wanted`, or all columns if it is undefined. Throws a FileFormatError.
 */
async function* scans({ file, key }: CsvSource, wanted: number | undefined) {
  const scanner = new CsvScanner(wanted);
  const work = new Work(key);
  for await (const text of textsOf(file)) {
    try {
      scanner.write(text);
    } catch (error) {
      yield scanner;
      throw error;
    }
    yield scanner;
    await work.pause();
  }
  scanner.end();
  yield scanner;
}

async function* textsOf(file: RandomAccessFile): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const textOf = (piece?: Uint8Array): string => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      // If the file itself contains U+FFFD, the invalid bytes can't be found this way.
      const isHidden = piece !== undefined && Buffer.from(piece).includes("\ufffd");
      const before = !isHidden && new TextDecoder().decode(piece).split("\ufffd")[0]?.slice(-20);
      const where = before ? ` after ${JSON.stringify(before)}` : "";
      throw new FileFormatError("CSV", `it is not valid UTF-8${where}. Save it as UTF-8`);
    }
  };
  for await (const chunk of file)
    for (let start = 0; start < chunk.length; start += PIECE_BYTES)
      yield textOf(chunk.subarray(start, start + PIECE_BYTES));
  yield textOf();
}
