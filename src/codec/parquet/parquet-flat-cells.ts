import type { ColumnMetaData, DecodedArray } from "hyparquet";
import type { readPage } from "hyparquet/src/column.js";
import { cellText } from "../cell-text.ts";
import { decoding, decodingError } from "./parquet-error.ts";
import { type Page, readPages } from "./parquet-pages.ts";
import type { ParquetPart } from "./parquet-part.ts";

type ColumnDecoder = Parameters<typeof readPage>[2];

/**
 * The cells of a flat column, one page per batch, so that memory holds a page and not a row group.
 */
export async function* flatCells(part: ParquetPart): AsyncGenerator<readonly string[]> {
  const [chunk] = part.chunks;
  const decoder = columnDecoder(part, chunk);
  let dictionary: DecodedArray | undefined;
  let rowCount = 0;
  for await (const page of readPages(part, chunk)) {
    if (page.header.type === "DICTIONARY_PAGE") {
      dictionary = decoding(part.name, () => decodeDictionary(part, page, decoder));
      continue;
    }
    // Checked before the page is decoded, so that a damaged count can't allocate too much memory.
    rowCount += page.valueCount;
    if (rowCount > part.rowCount) break;
    yield decoding(part.name, () => decodeCells(part, page, { decoder, dictionary }));
  }
  if (rowCount === part.rowCount) return;
  const problem = `it has ${rowCount} rows, but its row group has ${part.rowCount}`;
  throw decodingError(part.name, new Error(problem));
}

function columnDecoder(part: ParquetPart, chunk: ColumnMetaData): ColumnDecoder {
  return {
    pathInSchema: chunk.path_in_schema,
    type: chunk.type,
    element: part.column.element,
    schemaPath: [part.schema, part.column],
    codec: chunk.codec,
    parsers: part.library.parsers,
    compressors: part.library.compressors,
  };
}

function decodeDictionary(
  { library }: ParquetPart,
  { header, data }: Page,
  decoder: ColumnDecoder,
): DecodedArray {
  const page = library.readPage(readerOf(data), header, decoder, undefined, undefined, 0);
  return library.convert(page.data ?? [], decoder);
}

function decodeCells(
  { library }: ParquetPart,
  { header, data, valueCount }: Page,
  { decoder, dictionary }: { decoder: ColumnDecoder; dictionary: DecodedArray | undefined },
): readonly string[] {
  const page = library.readPage(readerOf(data), header, decoder, dictionary, undefined, 0);
  const cells = Array.from<unknown, string>(page.data ?? [], (value) => cellText(value));
  if (cells.length === valueCount) return cells;
  throw new Error(`a page has ${cells.length} values, but its header says ${valueCount}`);
}

function readerOf(data: Uint8Array): { view: DataView; offset: number } {
  return { view: new DataView(data.buffer, data.byteOffset, data.byteLength), offset: 0 };
}
