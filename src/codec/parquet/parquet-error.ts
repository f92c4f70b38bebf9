import { RowLimitError } from "../row-limits.ts";
import { FileFormatError } from "../table.ts";

/** The error for a part that can't be decoded, with the cause if that is a sentence. */
export function decodingError(part: string, cause: unknown): FileFormatError | RowLimitError {
  if (cause instanceof RowLimitError) return cause;
  return new FileFormatError("Parquet", `${part} can't be decoded (${reasonOf(cause)})`, { cause });
}

/**
 * Returns what `decode` returns. An error that it throws becomes a FileFormatError that names the
 * part of the file; a RowLimitError remains.
 */
export function decoding<Result>(part: string, decode: () => Result): Result {
  try {
    return decode();
  } catch (cause) {
    throw decodingError(part, cause);
  }
}

/** Errors that only reveal where a library failed, such as a TypeError, explain nothing. */
function reasonOf(cause: unknown): string {
  const { name, message } = Object(cause) as Partial<Error>;
  if (name !== "Error" || !message) return "its bytes are damaged";
  return message.replace(/^parquet /, "");
}
