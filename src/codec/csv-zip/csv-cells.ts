import { Buffer } from "node:buffer";
import { StringDecoder } from "node:string_decoder";
import { pause } from "../pause.ts";
import type { RandomAccessFile } from "../random-access-file.ts";
import { CsvScanner } from "./csv-scanner.ts";

/** Scanned within a few milliseconds, even if it is all short rows. */
const PIECE_BYTES = 64 * 1024;

const BYTE_ORDER_MARK = "\ufeff";

/** A part of a CSV file. */
export type CsvBatch = {
  readonly cells: readonly string[];
  /** Cells in each record; 0 before the first one. */
  readonly width: number;
  /** Number of complete records up to the end of this batch, including the header. */
  readonly recordCount: number;
};

/**
 * The cells of one column of a CSV file, by index, or of all columns if it is undefined; the header's come first. Other work
 * runs between batches. Accepts a byte order mark. Throws a FileFormatError.
 */
export async function* csvCells(
  file: RandomAccessFile,
  wanted: number | undefined,
): AsyncGenerator<CsvBatch> {
  const scanner = new CsvScanner(wanted);
  const batch = (): CsvBatch => {
    const { width, recordCount } = scanner;
    return { cells: scanner.take(), width, recordCount };
  };
  for await (const text of textsOf(file)) {
    try {
      scanner.write(text);
    } catch (error) {
      yield batch();
      throw error;
    }
    yield batch();
    await pause();
  }
  scanner.end();
  yield batch();
}

async function* textsOf(file: RandomAccessFile): AsyncGenerator<string> {
  let decoder: StringDecoder | undefined;
  let isStart = true;
  for await (const chunk of file.stream()) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      const piece = asBuffer(chunk.subarray(start, start + PIECE_BYTES));
      decoder ??= new StringDecoder(isUtf16(piece) ? "utf16le" : "utf8");
      const text = decoder.write(piece);
      if (text === "") continue;
      yield isStart && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
      isStart = false;
    }
  }
  yield decoder?.end() ?? "";
}

function isUtf16(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xfe;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
