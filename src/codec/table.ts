/** What a column holds: `other` is bytes and everything nested. */
export type ColumnType = "string" | "integer" | "number" | "boolean" | "timestamp" | "other";

/** A file of rows and named columns; names are unique. */
export type Table = {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** Undefined where only reading the file would tell (CSV). */
  readonly numRows: number | undefined;
  /** How many rows there are; reads a whole CSV. Throws a FileFormatError. */
  countRows(): Promise<number>;
  /**
   * The cells of a column as text, in batches, from the first row; each call is a new pass.
   * A null is an empty text, a number or a boolean its JSON text, a point in time ISO 8601 in UTC,
   * a nested value JSON. Throws a FileFormatError where the column doesn't exist or can't be read.
   */
  read(columnName: string): AsyncIterable<readonly string[]>;
};
