import type { Table } from "../codec/table.ts";
import { detectFormat, type InputFormat } from "./detect-format.ts";
import { fileInMemory } from "./file-in-memory.ts";
import type { UploadedFile } from "./multipart/parse-multipart.ts";
import { openTable } from "./open-table.ts";
import { formatProblem, readProblem } from "./read-problem.ts";

/** An uploaded file that can be read, and what it holds. */
export type OpenedUpload = {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly format: InputFormat;
  readonly numRows: number;
  readonly columns: Table["columns"];
};

/** An upload that can be read, or a sentence why it can't be. */
export type UploadOpened =
  | { readonly kind: "opened"; readonly file: OpenedUpload }
  | { readonly kind: "refused"; readonly reason: string };

/** Finds out what an uploaded file holds: its format, columns and number of rows. */
export async function openUpload(upload: Omit<UploadedFile, "fieldName">): Promise<UploadOpened> {
  const { fileName, contentType, bytes } = upload;
  const shownName = `\`${fileName}\``;
  const file = fileInMemory(bytes);
  const detected = await detectFormat(file, { paths: [fileName], contentType });
  if (detected.kind === "refused") {
    return { kind: "refused", reason: readProblem(shownName, detected.problem) };
  }
  const { format } = detected;
  try {
    const table = await openTable(file, format);
    const numRows = await table.countRows();
    return { kind: "opened", file: { fileName, bytes, format, numRows, columns: table.columns } };
  } catch (error) {
    return { kind: "refused", reason: formatProblem(shownName, error) };
  }
}
