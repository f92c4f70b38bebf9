import { RowLimitError, type RowLimits } from "../codec/row-limits.ts";
import {
  type ColumnType,
  FileFormatError,
  type RandomAccessFile,
  type Table,
} from "../codec/table.ts";
import { Work } from "../codec/work.ts";
import type { JsonValue } from "../core/json.ts";
import { type ColumnChoice, chooseColumn } from "./choose-column.ts";
import {
  detectFormat,
  type FileHints,
  type InputFormat,
  UnreadableFileError,
} from "./detect-format.ts";
import type { PackedRows } from "./packed-rows.ts";
import type { RowFile } from "./row-file.ts";
import { RowPacker } from "./row-packer.ts";
import { type FileOnDisk, inAnyOrder } from "./spool.ts";

/** A file's rows, or a sentence about why it can't be read. */
export type InputsRead = { readonly kind: "ready"; readonly rows: PackedRows } | Unreadable;

/** Why a file can't be read: because of its content, or because it exceeds a limit. */
export type Unreadable = { readonly kind: "refused" | "tooLarge"; readonly reason: string };

/** A file to read, and its name in messages. */
export type NamedFile = {
  readonly file: RandomAccessFile;
  /** The format, or hints if it is unknown. */
  readonly format: InputFormat | FileHints;
  readonly fileName: string;
};

export type ReadRowsOptions = ColumnChoice & {
  readonly reading: FileReading;
  /** Holds rows that are too large for memory. Without this file, all rows stay in memory. */
  readonly rowFile?: RowFile | undefined;
  readonly signal?: AbortSignal;
};

/** Reads the inputs, and the IDs if requested, in batches with pauses for other work. */
export async function readRows(
  { file, format: known, fileName }: NamedFile,
  { reading, rowFile, signal, ...choice }: ReadRowsOptions,
): Promise<InputsRead> {
  try {
    const { table } = await openTable(file, known, reading);
    const columnName = chooseColumn(table.columns, choice);
    const { idColumn } = choice;
    const pack = async (name: string, type: ColumnType, ids?: PackedRows): Promise<PackedRows> => {
      const work = new Work(reading.key);
      const packer = new RowPacker(reading.limits, rowFile);
      for await (const batch of table.read(name)) {
        for (const cell of batch) packer.append(cellValue(cell, type));
        await packer.settle();
        if (signal?.aborted) throw new UnreadableFileError("it was canceled");
        await work.pause();
      }
      return packer.finish(ids);
    };
    let ids: PackedRows | undefined;
    if (idColumn !== undefined) {
      chooseColumn(table.columns, { columnName: idColumn, rule: "only-column" });
      // IDs keep their column's type.
      const type = table.columns.find(({ name }) => name === idColumn)?.type ?? "string";
      ids = await pack(idColumn, type);
    }
    return { kind: "ready", rows: await pack(columnName, "string", ids) };
  } catch (error) {
    return unreadableFile(fileName, error);
  }
}

/** Describes a problem with the file; rethrows any other error. */
function unreadableFile(fileName: string, error: unknown): Unreadable {
  const isTooLarge = error instanceof RowLimitError;
  if (isTooLarge || error instanceof UnreadableFileError) {
    // The message may end with a question.
    const stop = error.message.endsWith("?") ? "" : ".";
    const reason = `Failed to read the file ${fileName}: ${error.message}${stop}`;
    return { kind: isTooLarge ? "tooLarge" : "refused", reason };
  }
  if (!(error instanceof FileFormatError)) throw error;
  const reason = error.message.replace(/^(Failed to read the \w+ file):/, `$1 ${fileName}:`);
  return { kind: "refused", reason };
}

/** Converts a cell to its column's type, except an integer that a number can't represent. */
function cellValue(cell: string, type: ColumnType): JsonValue {
  if (type === "boolean" && cell !== "") return cell === "true";
  if (type !== "integer" && type !== "number") return type === "boolean" ? null : cell;
  if (cell === "") return null;
  const value = Number(cell);
  return type === "integer" && !Number.isSafeInteger(value) ? cell : value;
}

export type FileReading = {
  /** Name of the sandbox that the work is for; sandboxes take turns. Default: all sandboxes. */
  readonly key?: string;
  readonly limits: RowLimits;
  readonly openParquet: (file: RandomAccessFile, limits: RowLimits) => Promise<Table>;
};

/** Opens a file. Throws a `FileFormatError`, an `UnreadableFileError`, or a `RowLimitError`. */
async function openTable(
  file: RandomAccessFile,
  known: InputFormat | FileHints,
  { key, limits, openParquet }: FileReading,
): Promise<{ readonly format: InputFormat; readonly table: Table }> {
  const format = typeof known === "string" ? known : await detectFormat(file, known);
  if (format === "parquet") return { format, table: await openParquet(file, limits) };
  const { openCsv } = await import("../codec/csv-zip/open-csv.ts");
  return { format, table: await openCsv(file, limits, key) };
}

export type Upload = {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array | FileOnDisk;
};

export type OpenedUpload = Omit<Upload, "contentType"> & {
  readonly format: InputFormat;
  readonly numRows: number;
  readonly columns: Table["columns"];
};

export type UploadOpened =
  | { readonly kind: "opened"; readonly file: OpenedUpload; readonly table: Table }
  | Unreadable;

export async function openUpload(
  { fileName, contentType, bytes }: Upload,
  reading: FileReading,
): Promise<UploadOpened> {
  const file = await inAnyOrder(bytes);
  try {
    const { format, table } = await openTable(file, { paths: [fileName], contentType }, reading);
    const numRows = await table.countRows();
    const { columns } = table;
    return { kind: "opened", file: { fileName, bytes, format, numRows, columns }, table };
  } catch (error) {
    return unreadableFile(`\`${fileName}\``, error);
  }
}
