import type { SchemaElement } from "hyparquet";
import type { ByteWriter } from "hyparquet-writer";

import type { NamedColumn, RowSource } from "../../core/rows/row.ts";
import { rowCell } from "../row-cell.ts";
import { loadZstd } from "./parquet-library.ts";

/** Each group has metadata, and its rows are sent together. */
const MAX_ROWS = 5000;
/** Characters of a group's cells: writing them takes about 20 ms, during which nothing else runs. */
const MAX_LENGTH = 2 * 1024 ** 2;
/** Characters that take about as long as a number. */
const NUMBER_LENGTH = 8;

/** One Parquet file, a row group at a time, in one pass over the rows: ZSTD, and nothing nullable. */
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
    yield takeBytes(writer);
  }
  await parquet.finish();
  yield takeBytes(writer);
}

function schemaOf(columns: readonly NamedColumn[]): SchemaElement[] {
  return [
    { name: "schema", num_children: columns.length },
    ...columns.map(({ column, name }): SchemaElement => {
      if (column === "cumulativeLogprobs" || column === "confidenceScores") {
        return { name, type: "DOUBLE", repetition_type: "REQUIRED" };
      }
      return {
        name,
        type: "BYTE_ARRAY",
        repetition_type: "REQUIRED",
        converted_type: "UTF8",
        logical_type: { type: "STRING" },
      };
    }),
  ];
}

/** Copies the bytes because the writer reuses its buffer for the next group. */
function takeBytes(writer: ByteWriter): Uint8Array {
  const bytes = new Uint8Array(writer.getBuffer());
  writer.index = 0;
  return bytes;
}

/**
 * Groups of 5,000 rows, or fewer if a group's cells are long, column by column; never an empty group.
 * The groups depend only on the rows, not on the batches in which they arrive.
 */
async function* rowGroups(
  rows: RowSource,
  columns: readonly NamedColumn[],
): AsyncGenerator<readonly (string | number)[][]> {
  const none = (): (string | number)[][] => columns.map(() => []);
  let [cells, rowCount, length] = [none(), 0, 0];
  for await (const batch of rows()) {
    for (const row of batch) {
      for (const [index, { column }] of columns.entries()) {
        const cell = rowCell(row, column);
        cells[index]?.push(cell);
        length += typeof cell === "string" ? cell.length : NUMBER_LENGTH;
      }
      rowCount += 1;
      if (rowCount < MAX_ROWS && length < MAX_LENGTH) continue;
      yield cells;
      [cells, rowCount, length] = [none(), 0, 0];
    }
  }
  if (rowCount > 0) yield cells;
}
