import type { Table } from "../codec/table.ts";
import { detectFormat, type InputFormat } from "./detect-format.ts";
import { type FileReading, openTable, type Unreadable, unreadableFile } from "./read-rows.ts";
import { type FileOnDisk, inAnyOrder } from "./spool.ts";

export type Upload = {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array | FileOnDisk;
};

/** A readable uploaded file, with its format, columns, and number of rows. */
export type OpenedUpload = Omit<Upload, "contentType"> & {
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
  { fileName, contentType, bytes }: Upload,
  reading: FileReading,
): Promise<UploadOpened> {
  const file = await inAnyOrder(bytes);
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
