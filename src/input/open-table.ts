import type { RandomAccessFile } from "../codec/random-access-file.ts";
import type { RowLimits } from "../codec/row-limits.ts";
import type { Table } from "../codec/table.ts";
import type { InputFormat } from "./detect-format.ts";

/** How files are read. */
export type FileReading = {
  /** The sandbox for which they are read; sandboxes take turns. Default: for all of them. */
  readonly key?: string;
  readonly limits: RowLimits;
  /** Opens a Parquet file. */
  readonly openParquet: (file: RandomAccessFile, limits: RowLimits) => Promise<Table>;
};

/** Opens a file of a known format, loading its reader. Throws a `FileFormatError` or a `RowLimitError`. */
export async function openTable(
  file: RandomAccessFile,
  { format, key, limits, openParquet }: FileReading & { readonly format: InputFormat },
): Promise<Table> {
  if (format === "csv")
    return (await import("../codec/csv-zip/open-csv.ts")).openCsv(file, limits, key);
  return openParquet(file, limits);
}
