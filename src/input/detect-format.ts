import { isUtf8 } from "node:buffer";
import type { RandomAccessFile } from "../codec/table.ts";
import { wholeCharacters } from "./utf8.ts";

/** The file formats of inputs (interface document, part 4.1). */
export type InputFormat = "csv" | "parquet";

/** Thrown if a file can't be read. The message completes "Failed to read …: <message>." */
export class UnreadableFileError extends Error {
  override readonly name = "UnreadableFileError";
}

/** A file's name and type, without its content. */
export type FileHints = {
  /** File names or paths without a query; the first one with a meaningful extension is used. */
  readonly paths: readonly string[];
  readonly contentType?: string | undefined;
};

const HEAD_BYTES = 4096;

/** Unsupported kinds of files: their first bytes, decoded as Latin-1, and a description. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ["\x1f\x8b", "a gzip archive"],
  ["PK\x03\x04", "a ZIP archive"],
  ["\x28\xb5\x2f\xfd", "a zstd archive"],
  ["BZh", "a bzip2 archive"],
  ["\xfd7zXZ", "an xz archive"],
  ["%PDF", "a PDF document"],
  ["ARROW1", "an Arrow file"],
  ["ORC", "an ORC file"],
  ["Obj\x01", "an Avro file"],
  ["\xd0\xcf\x11\xe0", "an old Office document"],
  ["\xff\xfe", "text in UTF-16, not in UTF-8"],
  ["\xfe\xff", "text in UTF-16, not in UTF-8"],
];

/** Extensions that clearly identify another format. */
const OTHER_EXTENSION =
  /\.(txt|text|md|json|jsonl|ndjson|tsv|xml|html?|xlsx?|ods|feather|arrow|orc|avro|pdf)$/i;

const CSV_TYPES = new Set(["text/csv", "application/csv"]);

const PARQUET_TYPE = /^application\/(vnd\.apache\.|x-)?parquet$/;

/** Content types that servers send if they don't know the actual type. */
const EMPTY_TYPES = new Set(["", "application/octet-stream", "binary/octet-stream"]);

/**
 * Detects a file's format from its first bytes, then from its extension, then from its
 * Content-Type. Throws an UnreadableFileError if the format is neither CSV nor Parquet.
 */
export async function detectFormat(file: RandomAccessFile, hints: FileHints): Promise<InputFormat> {
  const head = await file.slice(0, Math.min(HEAD_BYTES, file.byteLength));
  const found = byContent(head);
  if (found !== undefined) return found;
  for (const path of hints.paths) {
    const format = byExtension(path);
    if (format !== undefined) return format;
  }
  return byContentType(hints.contentType);
}

function byContent(head: Uint8Array): InputFormat | undefined {
  if (head.length === 0) throw unexpected("it is empty");
  const start = Buffer.from(head.subarray(0, 512)).toString("latin1");
  if (start.startsWith("PAR1")) return "parquet";
  const signature = SIGNATURES.find(([bytes]) => start.startsWith(bytes));
  if (signature) throw unexpected(`it is ${signature[1]}`);
  const markup = start.replace(/^\xef\xbb\xbf/, "").trimStart();
  if (/^<(!doctype html|html)\b/i.test(markup)) throw unexpected("it is an HTML page");
  if (/^<\?xml\b/i.test(markup)) throw unexpected("it is an XML document");
  if (isBinary(head)) throw unexpected("it is a binary file");
  return undefined;
}

/** Whether the bytes contain many NULs, or contain a NUL and aren't valid UTF-8. */
function isBinary(head: Uint8Array): boolean {
  const nulCount = head.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  if (nulCount === 0) return false;
  return nulCount > head.length / 10 || !isUtf8(head.subarray(0, wholeCharacters(head)));
}

function byExtension(path: string): InputFormat | undefined {
  if (/\.csv$/i.test(path)) return "csv";
  if (/\.parquet$/i.test(path)) throw notParquet("its name ends in `.parquet`");
  const other = OTHER_EXTENSION.exec(path);
  if (other) throw unexpected(`it is a \`${other[0].toLowerCase()}\` file`);
  return undefined;
}

function byContentType(contentType = ""): InputFormat {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (CSV_TYPES.has(type)) return "csv";
  if (PARQUET_TYPE.test(type)) throw notParquet(`its Content-Type is \`${type}\``);
  if (!EMPTY_TYPES.has(type)) throw unexpected(`its Content-Type is \`${type}\``);
  throw unexpected("its format can't be determined from its content, name, or Content-Type");
}

function unexpected(found: string): UnreadableFileError {
  return new UnreadableFileError(`expected CSV or Parquet, but ${found}`);
}

function notParquet(claim: string): UnreadableFileError {
  return new UnreadableFileError(
    `${claim}, but its content doesn't begin with \`PAR1\`, the signature of Parquet files`,
  );
}
