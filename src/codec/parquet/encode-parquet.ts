import type { SchemaElement } from "hyparquet";
import type { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { NamedColumn, RowSource } from "../../core/rows/row.ts";
import { isScore, rowCell } from "../row-cell.ts";
import { loadZstd } from "./parquet-library.ts";

/** Maximum number of rows in a row group; the encoder yields a whole group at a time. */
const MAX_ROWS = 5000;
/** Target size of a group's cells, in bytes. Writing a full group blocks other work for 20 ms. */
const MAX_BYTES = 2 * 1024 ** 2;

/** Writes a Parquet file in one pass over the rows, with ZSTD and without nullable columns. */
export async function* encodeParquet(
  rows: RowSource,
  { columns }: { readonly columns: readonly NamedColumn[] },
): AsyncIterable<Uint8Array> {
  const [library, zstd] = await Promise.all([import("hyparquet-writer"), loadZstd()]);
  const writer = new library.ByteWriter();
  const compressors = { ZSTD: zstd.compress };
  const schema = schemaOf(columns);
  const parquet = new library.ParquetWriter({ writer, schema, codec: "ZSTD", compressors });
  for await (const group of rowGroups(rows, columns)) {
    const columnData = columns.map(({ name }, index) => {
      return { name, data: group[index] ?? [], encoding: "PLAIN" as const };
    });
    await parquet.write({ columnData, rowGroupSize: MAX_ROWS });
    copyBounds(parquet);
    yield takeBytes(writer);
  }
  await parquet.finish();
  yield takeBytes(writer);
}

function schemaOf(columns: readonly NamedColumn[]): SchemaElement[] {
  const text = { converted_type: "UTF8", logical_type: { type: "STRING" } } as const;
  return [
    { name: "schema", num_children: columns.length },
    ...columns.map(({ column, name }): SchemaElement => {
      if (isScore(column)) return { name, type: "DOUBLE", repetition_type: "REQUIRED" };
      return { name, type: "BYTE_ARRAY", repetition_type: "REQUIRED", ...text };
    }),
  ];
}

/**
 * Copies the last row group's column minimums and maximums. The library keeps them until the end
 * of the file, but they refer to a buffer that is reused.
 */
function copyBounds({ row_groups: groups }: ParquetWriter): void {
  for (const { meta_data: column } of groups.at(-1)?.columns ?? []) {
    const bounds = column?.statistics;
    if (bounds?.min_value instanceof Uint8Array)
      bounds.min_value = Uint8Array.from(bounds.min_value);
    if (bounds?.max_value instanceof Uint8Array)
      bounds.max_value = Uint8Array.from(bounds.max_value);
  }
}

/** Copies the bytes because the writer reuses its buffer for the next group. */
function takeBytes(writer: ByteWriter): Uint8Array {
  const bytes = new Uint8Array(writer.getBuffer());
  writer.index = 0;
  return bytes;
}

type Cell = Uint8Array | number;

/** Initial and maximum size of a cell buffer, in bytes. Small files don't need the maximum. */
const [FIRST_BUFFER_BYTES, MOST_BUFFER_BYTES] = [8 * 1024, 2 * MAX_BYTES];

/** Encodes strings into a shared buffer if they fit, because separate buffers take more memory. */
class CellBuffer {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BUFFER_BYTES);
  #used = 0;

  encode(text: string): Uint8Array {
    const mostBytes = text.length * 3;
    if (mostBytes > this.#bytes.length - this.#used && !this.#grow(mostBytes))
      return Buffer.from(text);
    const start = this.#used;
    this.#used += this.#bytes.write(text, start);
    return this.#bytes.subarray(start, this.#used);
  }

  /** Makes a buffer of twice the size. Returns false if that size is too small or too large. */
  #grow(neededBytes: number): boolean {
    const size = 2 * this.#bytes.length;
    if (size > MOST_BUFFER_BYTES || size < neededBytes) return false;
    this.#bytes = Buffer.allocUnsafeSlow(size);
    this.#used = 0;
    return true;
  }

  clear(): void {
    this.#used = 0;
  }
}

/**
 * Yields groups of 5,000 rows, or of fewer if their cells reach 2 MiB. A group is a list of
 * columns, and is never empty. The groups depend only on the rows, not on the batches in which the
 * rows arrive. The bytes of a group's cells are valid until the next group.
 */
async function* rowGroups(
  rows: RowSource,
  columns: readonly NamedColumn[],
): AsyncGenerator<readonly Cell[][]> {
  const none = (): Cell[][] => columns.map(() => []);
  const buffer = new CellBuffer();
  let [cells, rowCount, byteCount] = [none(), 0, 0];
  for await (const batch of rows()) {
    for (const row of batch) {
      for (const [index, { column }] of columns.entries()) {
        const value = rowCell(row, column);
        // The library can encode strings, too, but takes longer.
        const cell = typeof value === "string" ? buffer.encode(value) : value;
        cells[index]?.push(cell);
        byteCount += typeof cell === "number" ? Float64Array.BYTES_PER_ELEMENT : cell.length;
      }
      rowCount += 1;
      if (rowCount < MAX_ROWS && byteCount < MAX_BYTES) continue;
      yield cells;
      buffer.clear();
      [cells, rowCount, byteCount] = [none(), 0, 0];
    }
  }
  if (rowCount > 0) yield cells;
}
