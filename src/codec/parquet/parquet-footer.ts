import type { FileMetaData } from "hyparquet";
import { FileFormatError } from "../table.ts";
import { checkThrift } from "./check-thrift.ts";
import { decoding } from "./parquet-error.ts";
import type { ParquetLibrary } from "./parquet-library.ts";
import type { ParquetFile } from "./parquet-part.ts";

const SIGNATURE = "PAR1";
const ENCRYPTED_SIGNATURE = "PARE";

/** Total size of the two signatures and the footer's length, which take 4 bytes each. */
const FRAME_BYTES = 12;

/** Maximum size of a footer. No writer makes a larger one. */
const MAX_FOOTER_BYTES = 64 * 1024 ** 2;

/** Reads the metadata at the end of a Parquet file. Rejects with a FileFormatError. */
export async function readFooter(
  file: ParquetFile["file"],
  library: ParquetLibrary,
): Promise<FileMetaData> {
  const { byteLength } = file;
  const footerBytes = await footerLength(file);
  const footer = await file.slice(byteLength - 8 - footerBytes, byteLength);
  const options = { parsers: library.parsers, geoparquet: false };
  return decoding("its footer", () => {
    checkThrift(footer);
    return library.parquetMetadata(footer, options);
  });
}

/** Reads the length of the metadata, in bytes. Rejects with a FileFormatError. */
export async function footerLength(file: ParquetFile["file"]): Promise<number> {
  const { byteLength } = file;
  if (byteLength < FRAME_BYTES) throw problem(byteLength === 0 ? "it is empty" : "it is too short");
  const head = asText(await file.slice(0, 4));
  const end = await file.slice(byteLength - 8, byteLength);
  const tail = asText(end.subarray(4));
  if (tail === ENCRYPTED_SIGNATURE) throw problem("it is encrypted");
  if (head !== SIGNATURE) throw problem(`it doesn't start with the signature \`${SIGNATURE}\``);
  if (tail !== SIGNATURE)
    throw problem(`it is truncated: it starts with \`${SIGNATURE}\` but doesn't end with it`);
  const footerBytes = new DataView(end.buffer, end.byteOffset).getUint32(0, true);
  if (footerBytes > byteLength - FRAME_BYTES) {
    throw problem(`its footer length is ${footerBytes} bytes, but the file has only ${byteLength}`);
  }
  if (footerBytes > MAX_FOOTER_BYTES)
    throw problem(
      `its footer is ${footerBytes} bytes long, more than the limit of ${MAX_FOOTER_BYTES}`,
    );
  return footerBytes;
}

function problem(sentence: string): FileFormatError {
  return new FileFormatError("Parquet", sentence);
}

function asText(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
