import type { ColumnMetaData, DecodedArray } from "hyparquet";
import { decoding } from "../parquet-error.ts";
import { readPages } from "../parquet-pages.ts";
import type { ParquetPart } from "../parquet-part.ts";
import type { Leaf } from "./leaf.ts";
import { type OpenPage, openDictionary, openPage } from "./open-page.ts";

/**
 * The data pages of a column chunk, each to be read before the next one is asked for. Throws a
 * FileFormatError or a RowLimitError.
 */
export async function* openPages(
  part: ParquetPart,
  chunk: ColumnMetaData,
  leaf: Leaf,
): AsyncGenerator<OpenPage> {
  let dictionary: DecodedArray | undefined;
  for await (const page of readPages(part, chunk)) {
    part.budget.take(page.header.uncompressed_page_size);
    if (page.header.type === "DICTIONARY_PAGE") {
      dictionary = decoding(part.name, () => openDictionary(page, leaf));
    } else yield decoding(part.name, () => openPage(page, leaf, dictionary));
  }
}
