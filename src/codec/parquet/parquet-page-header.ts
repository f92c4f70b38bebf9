import type { PageHeader } from "hyparquet";

/** Larger than any writer makes; a damaged header could otherwise ask for any amount of memory. */
const MAX_PAGE_BYTES = 256 * 1024 * 1024;

/**
 * Number of values that a page adds to its column, including nulls; a dictionary page adds none.
 * Throws an Error if the header's numbers are impossible: the library trusts them, and could
 * allocate any amount of memory or never stop reading.
 */
export function valueCountOf(header: PageHeader): number {
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
      throw new Error(`a page has the unknown type ${header.type}`);
  }
}

function size(value: number | undefined, max = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value !== undefined && value >= 0 && value <= max)
    return value;
  throw new Error(`a page header has the impossible size ${value}`);
}
