import type { ColumnMetaData, PageHeader } from "hyparquet";
import { Work } from "../work.ts";
import { checkThrift } from "./check-thrift.ts";
import { decoding, decodingError } from "./parquet-error.ts";
import type { ParquetPart } from "./parquet-part.ts";

/** Numbers of bytes to try to read for a page header, because its length is unknown. */
const HEADER_WINDOWS = [16 * 1024, 1024 * 1024, 64 * 1024 * 1024];

/** Maximum number of pages without values in a chunk. Each takes time but adds nothing. */
const MAX_EMPTY_PAGES = 100;

/** Number of pages to read before a pause for other work. Files in memory cause no other pauses. */
const PAGES_IN_A_TURN = 32;

/** A page as stored in the file. Its header has been checked; its data is still compressed. */
export type Page = {
  readonly header: PageHeader;
  readonly data: Uint8Array;
  /** Number of values that the page adds to its column, including nulls; 0 for a dictionary. */
  readonly valueCount: number;
};

/** Limits the memory that a damaged header can request. No writer makes larger pages. */
const MAX_PAGE_BYTES = 256 * 1024 * 1024;

/** The pages of a column chunk. Throws a FileFormatError. */
export async function* readPages(part: ParquetPart, chunk: ColumnMetaData): AsyncGenerator<Page> {
  const { start, end } = byteRange(part, chunk);
  let position = start;
  let missing = Number(chunk.num_values);
  let empty = 0;
  const work = new Work();
  for (let index = 1; position < end && missing > 0; index++) {
    if (index % PAGES_IN_A_TURN === 0) await work.pause();
    const { header, byteLength } = await readHeader(part, position, end);
    const valueCount = decoding(part.name, () => valueCountOf(header));
    if (valueCount === 0 && ++empty > MAX_EMPTY_PAGES) {
      const problem = `more than ${MAX_EMPTY_PAGES} of its pages have no values`;
      throw decodingError(part.name, new Error(problem));
    }
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

/** The byte range of a column chunk. Throws a FileFormatError if it is outside the file. */
function byteRange(part: ParquetPart, chunk: ColumnMetaData) {
  return decoding(part.name, () => {
    const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
    const end = start + Number(chunk.total_compressed_size);
    if (start > 0 && start <= end && end <= part.file.byteLength) return { start, end };
    throw new Error("it is outside the file");
  });
}

async function readHeader({ file, library, name }: ParquetPart, position: number, end: number) {
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

/**
 * Number of values that a page adds to its column, including nulls; a dictionary page adds none.
 * Throws an Error if the header's numbers are impossible. The library doesn't check them, so it
 * could allocate any amount of memory or never stop reading.
 */
function valueCountOf(header: PageHeader): number {
  const byteLength = size(header.compressed_page_size, MAX_PAGE_BYTES);
  const decodedLength = size(header.uncompressed_page_size, MAX_PAGE_BYTES);
  switch (header.type) {
    case "DICTIONARY_PAGE":
      size(header.dictionary_page_header?.num_values, decodedLength);
      return 0;
    case "DATA_PAGE":
      return size(header.data_page_header?.num_values);
    case "DATA_PAGE_V2": {
      const page = header.data_page_header_v2;
      const repetitionBytes = size(page?.repetition_levels_byte_length, byteLength);
      size(page?.definition_levels_byte_length, byteLength - repetitionBytes);
      const valueCount = size(page?.num_values);
      size(page?.num_nulls, valueCount);
      size(page?.num_rows, valueCount);
      return valueCount;
    }
    default:
      throw new Error(`a page has an unknown type, ${header.type}`);
  }
}

function size(value: number | undefined, max = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value !== undefined && value >= 0 && value <= max)
    return value;
  throw new Error(`a page header has the invalid size ${value}`);
}
