/**
 * A file that can be read repeatedly and at any position. Each iteration starts at the beginning.
 * Callers may stop it early. Functions that read the file rethrow its errors.
 */
export type RandomAccessFile = AsyncIterable<Uint8Array> & {
  readonly byteLength: number;
  /** The bytes in [start, end), both within the file. */
  slice(start: number, end: number): Promise<Uint8Array>;
};

type FileFormat = "CSV" | "Parquet";

/** Explains in one sentence why a file can't be read. */
export class FileFormatError extends Error {
  override readonly name = "FileFormatError";

  /** Recreates another thread's error from its message. */
  static restored(message: string): FileFormatError {
    return Object.assign(new FileFormatError("Parquet", ""), { message });
  }

  /** `problem` completes the sentence "Failed to read the CSV file: …", without a period. */
  constructor(format: FileFormat, problem: string, options?: ErrorOptions) {
    super(`Failed to read the ${format} file: ${problem}.`, options);
  }
}

/** The type of a column; `other` covers bytes and all nested types. */
export type ColumnType = "string" | "integer" | "number" | "boolean" | "timestamp" | "other";

/** A column's cells as text, in batches. */
export type Cells = AsyncIterable<readonly string[]>;

/** A file of rows with named columns; the names are unique. */
export type Table = {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** Counts the rows; reads all of a CSV file. Rejects with a FileFormatError. */
  countRows(): Promise<number>;
  /**
   * The cells of a column. Each call starts at the first row. A null is an empty string,
   * a number or boolean is its JSON text, a timestamp is ISO 8601 in UTC, and a nested value is
   * JSON. Throws a FileFormatError if the column doesn't exist or can't be read.
   */
  read(columnName: string): Cells;
};

/** Throws a FileFormatError that lists up to ten duplicate column names. */
export function requireUniqueNames(format: FileFormat, names: readonly string[]): void {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of names) (seen.has(name) ? repeated : seen).add(name);
  if (repeated.size === 0) return;
  throw new FileFormatError(format, `it has duplicate column names (${named([...repeated])})`);
}

/** An error for a name that no column has; lists up to ten existing columns. */
export function missingColumn(
  format: FileFormat,
  names: readonly string[],
  name: string,
): FileFormatError {
  return new FileFormatError(format, `it has no column \`${name}\`, only ${named(names)}`);
}

function named(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return firstOf(quoted, 10);
}

/** The first items of a list for a message, and the number of items left out. */
export function firstOf(items: readonly string[], most: number): string {
  const shown = items.slice(0, most).join(", ");
  const hidden = items.length - most;
  return hidden > 0 ? `${shown} and ${hidden} more` : shown;
}
