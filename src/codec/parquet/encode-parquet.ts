import type { SchemaElement } from "hyparquet";
import type { ByteWriter } from "hyparquet-writer";
import type { NamedColumn, RowSource } from "../../core/rows/row.ts";
import { rowCell } from "../row-cell.ts";
import { ColumnPages, type PackedColumn } from "./column-pages.ts";
import { loadZstd } from "./parquet-library.ts";
import { RowGroupWriter } from "./row-group-writer.ts";

/** Each group has metadata, and its rows are sent together. */
const MAX_ROWS = 5000;

const MAX_BYTES = 16 * 1024 * 1024;

/** The columns of a file, and how its pages are compressed. */
type Grouping = {
  readonly columns: readonly NamedColumn[];
  readonly compress: (bytes: Uint8Array) => Uint8Array;
};

/** One Parquet file, a row group at a time, in one pass over the rows: ZSTD, and nothing nullable. */
export async function* encodeParquet(
  rows: RowSource,
  options: { readonly columns: readonly NamedColumn[] },
): AsyncIterable<Uint8Array> {
  const { columns } = options;
  const [library, { writePageHeader }, zstd] = await Promise.all([
    import("hyparquet-writer"),
    import("hyparquet-writer/src/datapage.js"),
    loadZstd(),
  ]);
  const writer = new library.ByteWriter();
  const parquet = new library.ParquetWriter({ writer, schema: schemaOf(columns) });
  const groups = new RowGroupWriter({ parquet, writer, writePageHeader });
  for await (const group of rowGroups(rows, { columns, compress: zstd.compress })) {
    groups.write(group);
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
 * Groups of 5,000 rows, or fewer if a group's cells reach 16 MB, column by column; never an empty
 * group. The groups depend only on the rows, not on the batches in which they arrive.
 */
async function* rowGroups(
  rows: RowSource,
  { columns, compress }: Grouping,
): AsyncGenerator<readonly PackedColumn[]> {
  const packers = columns.map(({ column }) => ({ column, pages: new ColumnPages(compress) }));
  const taken = (): readonly PackedColumn[] => packers.map(({ pages }) => pages.take());
  let rowCount = 0;
  let byteCount = 0;
  for await (const batch of rows()) {
    for (const row of batch) {
      for (const { column, pages } of packers) byteCount += pages.add(rowCell(row, column));
      rowCount += 1;
      if (rowCount < MAX_ROWS && byteCount < MAX_BYTES) continue;
      yield taken();
      rowCount = 0;
      byteCount = 0;
    }
  }
  if (rowCount > 0) yield taken();
}
