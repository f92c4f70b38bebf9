import type { RandomAccessFile } from "../codec/random-access-file.ts";
import type { Table } from "../codec/table.ts";
import type { InputFormat } from "./detect-format.ts";

/** Opens a file of a known format, loading its reader. Throws a `FileFormatError`. */
export async function openTable(file: RandomAccessFile, format: InputFormat): Promise<Table> {
  if (format === "csv") return (await import("../codec/csv-zip/open-csv.ts")).openCsv(file);
  return (await import("../codec/parquet/open-parquet.ts")).openParquet(file);
}
