import { RowLimitError } from "../row-limits.ts";
import { FileFormatError } from "../table.ts";

/** An error for a part that can't be decoded; includes the cause's message if it is helpful. */
export function decodingError(part: string, cause: unknown): FileFormatError | RowLimitError {
  if (cause instanceof RowLimitError) return cause;
  return new FileFormatError("Parquet", `${part} can't be decoded (${reasonOf(cause)})`, { cause });
}

/** Turns errors from `decode`, except RowLimitErrors, into FileFormatErrors that name the part. */
export function decoding<Result>(part: string, decode: () => Result): Result {
  try {
    return decode();
  } catch (cause) {
    throw decodingError(part, cause);
  }
}

/** Replaces messages that reveal only a library's internals, such as a TypeError's. */
function reasonOf(cause: unknown): string {
  const { name, message } = Object(cause) as Partial<Error>;
  if (name !== "Error" || !message) return "its bytes are damaged";
  return message.replace(/^parquet /, "");
}
