import { formatBytes } from "../core/visible-text.ts";

/** Limits on a job's inputs, regardless of how they are sent. */
export type RowLimits = {
  readonly maxRows: number;
  /** Maximum total size of the rows as UTF-8, once they are decoded. */
  readonly maxDecodedBytes: number;
};

/** No limits, for rows from a trusted source. */
export const NO_ROW_LIMITS: RowLimits = {
  maxRows: Number.POSITIVE_INFINITY,
  maxDecodedBytes: Number.POSITIVE_INFINITY,
};

/** Maximum size in bytes of a row, and of a cell in a file. */
export const MAX_CELL_BYTES: number = 16 * 1024 ** 2;

/** Thrown if inputs exceed a limit. The message completes "Failed to read …:", without a period. */
export class RowLimitError extends Error {
  override readonly name = "RowLimitError";
}

/** An error for too many rows. `found` is their number, if known. */
export function tooManyRows({ maxRows }: RowLimits, found?: number): RowLimitError {
  const limit = `more than the limit of ${maxRows}`;
  const excess =
    found === undefined ? `${limit} ${maxRows === 1 ? "row" : "rows"}` : `${found} rows, ${limit}`;
  return new RowLimitError(`it has ${excess}. Send fewer rows, or raise \`maxRows\``);
}

/** An error for a cell or row that is too long. `index` is the row's index, if known. */
export function cellTooLong(index?: number): RowLimitError {
  const limit = formatBytes(MAX_CELL_BYTES);
  const cell = index === undefined ? "one of its cells" : `row ${index + 1}`;
  return new RowLimitError(`${cell} exceeds the limit of ${limit}. Send shorter rows`);
}

/** The error for rows that exceed a limit; undefined if they don't. */
export function limitError(
  rows: { readonly length: number; readonly byteLength: number },
  limits: RowLimits,
): RowLimitError | undefined {
  if (rows.length > limits.maxRows) return tooManyRows(limits, rows.length);
  return rows.byteLength > limits.maxDecodedBytes ? tooMuchDecoded(limits) : undefined;
}

export function tooMuchDecoded({ maxDecodedBytes }: RowLimits): RowLimitError {
  const limit = formatBytes(maxDecodedBytes);
  return new RowLimitError(
    `its rows exceed the limit of ${limit} once decoded. Send fewer rows, or raise \`maxDecodedBytes\``,
  );
}
