import type { SchemaElement } from "hyparquet";
import type { ByteWriter } from "hyparquet-writer";
import type { NamedColumn, RowSource } from "../../core/rows/row.ts";
import { RowGroupWriter } from "./row-group-writer.ts";
import { rowGroups } from "./row-groups.ts";
import { loadZstd } from "./zstd.ts";

/**
 * One Parquet file, streamed one row group at a time in one pass over the rows. Every column chunk
 * uses ZSTD, and no column is nullable.
 */
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
