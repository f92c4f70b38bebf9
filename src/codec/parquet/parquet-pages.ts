import type { ColumnMetaData, PageHeader } from "hyparquet";
import { pause } from "../pause.ts";
import { checkThrift } from "./check-thrift.ts";
import { decoding, decodingError } from "./parquet-error.ts";
import { valueCountOf } from "./parquet-page-header.ts";
import type { ParquetPart } from "./parquet-part.ts";

/** Headers are small unless a writer put long strings into a page's statistics. */
const HEADER_WINDOWS = [16 * 1024, 1024 * 1024, 64 * 1024 * 1024];

/** Dictionaries, and pages that a writer has left empty; a file of nothing else would keep its reader busy. */
const MAX_EMPTY_PAGES = 100;

/** Pages of a file in memory are read at once: other work runs between this many of them. */
const PAGES_IN_A_TURN = 32;

/** A page as stored in the file: its header is plausible, and its data is still compressed. */
export type Page = {
  readonly header: PageHeader;
  readonly data: Uint8Array;
  /** Number of values that it adds to its column, including nulls; 0 for a dictionary. */
  readonly valueCount: number;
};

/** The pages of a column chunk, in order. Throws a FileFormatError. */
export async function* readPages(part: ParquetPart, chunk: ColumnMetaData): AsyncGenerator<Page> {
  const { start, end } = byteRange(part, chunk);
  let position = start;
  let missing = Number(chunk.num_values);
  let empty = 0;
  for (let index = 1; position < end && missing > 0; index++) {
    if (index % PAGES_IN_A_TURN === 0) await pause();
    const { header, byteLength } = await readHeader(part, position, end);
    const valueCount = decoding(part.name, () => valueCountOf(header));
    if (valueCount === 0 && ++empty > MAX_EMPTY_PAGES) throw tooManyEmpty(part);
    const dataStart = position + byteLength;
    const dataEnd = dataStart + header.compressed_page_size;
    missing -= valueCount;
    if (dataEnd > end || missing < 0) break;
    yield { header, valueCount, data: await part.file.slice(dataStart, dataEnd) };
    position = dataEnd;
  }
  if (missing === 0) return;
  throw decodingError(part.name, new Error("its pages don't match its metadata"));
}

function tooManyEmpty({ name }: ParquetPart): Error {
  return decodingError(name, new Error(`more than ${MAX_EMPTY_PAGES} of its pages have no values`));
}

/** The byte range of a column chunk. Throws a FileFormatError if it is outside the file. */
export function byteRange(
  part: ParquetPart,
  chunk: ColumnMetaData,
): { readonly start: number; readonly end: number } {
  return decoding(part.name, () => {
    const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
    const end = start + Number(chunk.total_compressed_size);
    if (start > 0 && start <= end && end <= part.file.byteLength) return { start, end };
    throw new Error("it is outside the file");
  });
}

async function readHeader(
  { file, library, name }: ParquetPart,
  position: number,
  end: number,
): Promise<{ header: PageHeader; byteLength: number }> {
  let failure: unknown;
  for (const window of HEADER_WINDOWS) {
    const bytes = await file.slice(position, Math.min(position + window, end));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const reader = { view, offset: 0 };
    try {
      checkThrift(bytes);
      return { header: library.parquetHeader(reader), byteLength: reader.offset };
    } catch (error) {
      failure = error;
    }
    if (position + window >= end) break;
  }
  throw decodingError(name, failure);
}
