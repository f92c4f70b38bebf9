/** The type of a column; `other` covers bytes and everything nested. */
export type ColumnType = "string" | "integer" | "number" | "boolean" | "timestamp" | "other";

/** A file of rows with named columns; the names are unique. */
export type Table = {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** Undefined if only reading the file would tell (CSV). */
  readonly numRows: number | undefined;
  /** Number of rows; reads the whole file if it is a CSV. Throws a FileFormatError. */
  countRows(): Promise<number>;
  /**
   * The cells of a column as text, in batches, from the first row; each call is a new pass. A null
   * is an empty string, a number or boolean is its JSON text, a timestamp is ISO 8601 in UTC, and a
   * nested value is JSON. Throws a FileFormatError if the column doesn't exist or can't be read.
   */
  read(columnName: string): AsyncIterable<readonly string[]>;
};
