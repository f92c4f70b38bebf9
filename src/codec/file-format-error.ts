/** The kinds of file that can be read. */
export type FileFormat = "CSV" | "Parquet";

/** Says in one sentence for people what is wrong with a file that was to be read. */
export class FileFormatError extends Error {
  override readonly name = "FileFormatError";

  /** `problem` completes the sentence "Failed to read the CSV file: …", without a full stop. */
  constructor(format: FileFormat, problem: string, options?: ErrorOptions) {
    super(`Failed to read the ${format} file: ${problem}.`, options);
  }
}
