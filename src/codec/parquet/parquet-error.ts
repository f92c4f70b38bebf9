import { FileFormatError } from "../file-format-error.ts";

/** Says that a part of a Parquet file can't be decoded, and why where the cause is a sentence. */
export function decodingError(part: string, cause: unknown): FileFormatError {
  return new FileFormatError("Parquet", `${part} can't be decoded (${reasonOf(cause)})`, { cause });
}

/** What `decode` returns; what it throws becomes a FileFormatError that names the part of the file. */
export function decoding<Result>(part: string, decode: () => Result): Result {
  try {
    return decode();
  } catch (cause) {
    throw decodingError(part, cause);
  }
}

/** Errors that only show where a library stumbled over damaged bytes, such as a TypeError, are no reason. */
function reasonOf(cause: unknown): string {
  const { name, message } = Object(cause) as Partial<Error>;
  if (name !== "Error" || !message) return "its bytes are damaged";
  return message.replace(/^parquet /, "");
}
