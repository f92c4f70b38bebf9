import type { InputFormat } from "./detect-format.ts";
import { fileInMemory } from "./file-in-memory.ts";
import { type InputsRead, type ReadRowsOptions, readRows } from "./read-rows.ts";

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
