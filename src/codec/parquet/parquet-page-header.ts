import type { PageHeader } from "hyparquet";

/** No writer makes such pages; a damaged header could ask for as much memory as it likes. */
const MAX_PAGE_BYTES = 512 * 1024 * 1024;

/**
 * How many values a page adds to its column, nulls included: none for a dictionary.
 * Throws an Error where the header's numbers can't be: the library takes them as they are, and
 * could then ask for any memory or read on for ever.
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
      throw new Error(`a page of the unknown type ${header.type}`);
  }
}

function size(value: number | undefined, max = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value !== undefined && value >= 0 && value <= max)
    return value;
  throw new Error(`a page header holds the impossible size ${value}`);
}
