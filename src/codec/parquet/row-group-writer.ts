import type { ColumnChunk, PageType, SchemaElement, Statistics } from "hyparquet";
import type { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { writePageHeader } from "hyparquet-writer/src/datapage.js";
import type { ExtremeCells, PackedColumn, PackedPage } from "./column-pages.ts";

const PAGE_TYPE: PageType = "DATA_PAGE_V2";
const ENCODING = "PLAIN";
const CODEC = "ZSTD";

/** Parts of the library. */
export type GroupTarget = {
  readonly parquet: ParquetWriter;
  readonly writer: ByteWriter;
  readonly writePageHeader: typeof writePageHeader;
};

/** Writes row groups of compressed pages, as the library would write them from their cells. */
export class RowGroupWriter {
  readonly #target: GroupTarget;

  constructor(target: GroupTarget) {
    this.#target = target;
  }

  /** Writes a column of a row group for each element of the schema but the first. */
  write(packed: readonly PackedColumn[]): void {
    const { parquet, writer } = this.#target;
    const start = writer.offset;
    const [, ...elements] = parquet.schema;
    const columns = packed.map((column, at) => this.#writeColumn(elements[at], column));
    const numRows = columns[0]?.meta_data?.num_values ?? 0n;
    const byteSizes = columns.map((column) => column.meta_data?.total_uncompressed_size ?? 0n);
    parquet.num_rows += numRows;
    parquet.row_groups.push({
      columns,
      total_byte_size: byteSizes.reduce((sum, size) => sum + size, 0n),
      num_rows: numRows,
      total_compressed_size: BigInt(writer.offset - start),
    });
  }

  #writeColumn(element: SchemaElement | undefined, { pages, bounds }: PackedColumn): ColumnChunk {
    const { parquet, writer } = this.#target;
    const start = writer.offset;
    const locations = [];
    let firstRow = 0;
    let byteLength = 0;
    for (const page of pages) {
      const offset = writer.offset;
      byteLength += this.#writePage(page);
      locations.push({
        offset: BigInt(offset),
        compressed_page_size: writer.offset - offset,
        first_row_index: BigInt(firstRow),
      });
      firstRow += page.cellCount;
    }
    const chunk: ColumnChunk = {
      meta_data: {
        type: element?.type ?? "BYTE_ARRAY",
        encodings: [ENCODING],
        path_in_schema: [element?.name ?? ""],
        codec: CODEC,
        num_values: BigInt(firstRow),
        total_compressed_size: BigInt(writer.offset - start),
        total_uncompressed_size: BigInt(byteLength),
        data_page_offset: BigInt(start),
        statistics: statisticsOf(bounds, element),
        encoding_stats: [{ page_type: PAGE_TYPE, encoding: ENCODING, count: pages.length }],
      },
      file_offset: BigInt(start),
    };
    const index = locations.length > 1 ? { offsetIndex: { page_locations: locations } } : {};
    parquet.pendingIndexes.push({ chunk, ...index });
    return chunk;
  }

  /** Returns the size of a page with its header, before compression. */
  #writePage({ cellCount, byteLength, compressed }: PackedPage): number {
    const { writer } = this.#target;
    const start = writer.offset;
    this.#target.writePageHeader(writer, {
      type: PAGE_TYPE,
      uncompressed_page_size: byteLength,
      compressed_page_size: compressed.length,
      data_page_header_v2: {
        num_values: cellCount,
        num_nulls: 0,
        num_rows: cellCount,
        encoding: ENCODING,
        definition_levels_byte_length: 0,
        repetition_levels_byte_length: 0,
        is_compressed: true,
      },
    });
    const headerBytes = writer.offset - start;
    writer.appendBytes(compressed);
    return headerBytes + byteLength;
  }
}

function statisticsOf(
  { least, greatest, nanCount }: ExtremeCells,
  element: SchemaElement | undefined,
): Statistics & { readonly nan_count?: bigint } {
  return {
    // Zero has two forms, and a reader may look for either.
    ...(least !== undefined && { min_value: least === 0 ? -0 : least }),
    ...(greatest !== undefined && { max_value: greatest === 0 ? 0 : greatest }),
    null_count: 0n,
    ...(element?.type === "DOUBLE" && { nan_count: BigInt(nanCount) }),
  };
}
