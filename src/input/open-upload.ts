import type { Table } from "../codec/table.ts";
import { detectFormat, type InputFormat } from "./detect-format.ts";
import type { UploadedFile } from "./multipart/parse-multipart.ts";
import {
  type FileReading,
  type InputsRead,
  openTable,
  type ReadRowsOptions,
  readRows,
  type Unreadable,
  unreadableFile,
} from "./read-rows.ts";
import { fileInMemory } from "./spool.ts";

/** A readable uploaded file, with its format, columns, and number of rows. */
export type OpenedUpload = {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly format: InputFormat;
  readonly numRows: number;
  readonly columns: Table["columns"];
};

/** A readable upload, or a sentence that says why it can't be read. */
export type UploadOpened =
  | { readonly kind: "opened"; readonly file: OpenedUpload; readonly table: Table }
  | Unreadable;

/** Inspects an uploaded file: its format, columns, and number of rows. */
export async function openUpload(
  upload: Omit<UploadedFile, "fieldName">,
  reading: FileReading,
): Promise<UploadOpened> {
  const { fileName, contentType, bytes } = upload;
  const file = fileInMemory(bytes);
  try {
    const format = await detectFormat(file, { paths: [fileName], contentType });
    const table = await openTable(file, { ...reading, format });
    const numRows = await table.countRows();
    const { columns } = table;
    return { kind: "opened", file: { fileName, bytes, format, numRows, columns }, table };
  } catch (error) {
    return unreadableFile(`\`${fileName}\``, error);
  }
}

/** A file whose format is known. */
export type KnownFile = {
  readonly fileName: string;
  readonly format: InputFormat;
  readonly bytes: Uint8Array;
};

/** Reads the inputs from a dataset's file. */
export async function readFileInputs(
  { fileName, format, bytes }: KnownFile,
  options: ReadRowsOptions,
): Promise<InputsRead> {
  return readRows({ file: fileInMemory(bytes), format, fileName: `\`${fileName}\`` }, options);
}
