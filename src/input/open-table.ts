import type { RandomAccessFile } from "../codec/random-access-file.ts";
import type { RowLimits } from "../codec/row-limits.ts";
import type { Table } from "../codec/table.ts";
import type { InputFormat } from "./detect-format.ts";

/** How to read a file. */
export type TableOptions = { readonly format: InputFormat; readonly limits: RowLimits };

/** Opens a file of a known format, loading its reader. Throws a `FileFormatError` or a `RowLimitError`. */
export async function openTable(
  file: RandomAccessFile,
  { format, limits }: TableOptions,
): Promise<Table> {
  if (format === "csv") return (await import("../codec/csv-zip/open-csv.ts")).openCsv(file, limits);
  return (await import("../codec/parquet/open-parquet.ts")).openParquet(file, limits);
}
