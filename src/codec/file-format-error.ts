/** The file formats that can be read. */
export type FileFormat = "CSV" | "Parquet";

/** Explains in one sentence why a file can't be read. */
export class FileFormatError extends Error {
  override readonly name = "FileFormatError";

  /** Recreates an error from another thread, with its message. */
  static restored(message: string): FileFormatError {
    return Object.assign(new FileFormatError("Parquet", ""), { message });
  }

  /** `problem` completes the sentence "Failed to read the CSV file: …", without a period. */
  constructor(format: FileFormat, problem: string, options?: ErrorOptions) {
    super(`Failed to read the ${format} file: ${problem}.`, options);
  }
}
