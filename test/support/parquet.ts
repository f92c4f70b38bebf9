import { parquetWriteBuffer } from "hyparquet-writer";

/** A Parquet file of columns of texts or numbers, uncompressed. */
export async function parquetOf(
  columns: Readonly<Record<string, readonly (string | number)[]>>,
): Promise<Buffer> {
  const columnData = Object.entries(columns).map(([name, data]) => {
    const type = typeof data[0] === "number" ? ("INT32" as const) : ("STRING" as const);
    return { name, data: [...data], type };
  });
  return Buffer.from(parquetWriteBuffer({ columnData, codec: "UNCOMPRESSED" }));
}
