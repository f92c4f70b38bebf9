import type { ColumnChoice } from "./choose-column.ts";
import type { InputFormat } from "./detect-format.ts";
import { fileInMemory } from "./file-in-memory.ts";
import type { FileReading } from "./open-table.ts";
import { type InputsRead, readRows } from "./read-rows.ts";

/** A file whose format is known. */
export type KnownFile = {
  readonly fileName: string;
  readonly format: InputFormat;
  readonly bytes: Uint8Array;
};

/** How to read a dataset's file. */
export type FileInputsOptions = ColumnChoice & { readonly reading: FileReading };

/** Reads the inputs from a dataset's file. */
export async function readFileInputs(
  { fileName, format, bytes }: KnownFile,
  options: FileInputsOptions,
): Promise<InputsRead> {
  return readRows({ file: fileInMemory(bytes), format, fileName: `\`${fileName}\`` }, options);
}
