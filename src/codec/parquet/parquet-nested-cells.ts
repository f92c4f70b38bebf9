import { cellText } from "../cell-text.ts";
import type { RandomAccessFile } from "../random-access-file.ts";
import { decodingError } from "./parquet-error.ts";
import { byteRange, readPages } from "./parquet-pages.ts";
import type { ParquetPart } from "./parquet-part.ts";

/**
 * The cells of a nested column as JSON. Its leaves must be assembled, so the whole row group's
 * column is held in memory.
 */
export async function nestedCells(part: ParquetPart): Promise<readonly string[]> {
  const file = await loadChunks(part);
  await checkPages({ ...part, file });
  const { library, metadata, column, rowStart, rowCount } = part;
  const columnName = column.element.name;
  try {
    const scan = await library.parquetScan({
      file: {
        byteLength: file.byteLength,
        slice: async (start, end = file.byteLength) =>
          new Uint8Array(await file.slice(start, end)).buffer,
      },
      metadata,
      columns: [columnName],
      compressors: library.compressors,
      parsers: library.parsers,
      useOffsetIndex: false,
    });
    const rowEnd = rowStart + rowCount;
    const values = await scan.readColumn({ column: columnName, rowStart, rowEnd });
    return Array.from<unknown, string>(values, (value) => cellText(value));
  } catch (cause) {
    throw decodingError(part.name, cause);
  }
}

/**
 * The file with the column's bytes already read, so that a read error can't look like a format
 * error.
 */
async function loadChunks({ file, ...part }: ParquetPart): Promise<RandomAccessFile> {
  const ranges = part.chunks.map((chunk) => byteRange({ file, ...part }, chunk));
  const first = Math.min(...ranges.map((range) => range.start));
  const bytes = await file.slice(first, Math.max(...ranges.map((range) => range.end)));
  return { ...file, slice: async (start, end) => bytes.subarray(start - first, end - first) };
}

async function checkPages(part: ParquetPart): Promise<void> {
  for (const chunk of part.chunks) {
    for await (const _page of readPages(part, chunk));
  }
}
