import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

/** The rows of a query as JSON values; `FILE` in the query is replaced with a Parquet file that has these bytes. */
export async function queryParquet(
  bytes: Uint8Array,
  sql: string,
): Promise<readonly Record<string, unknown>[]> {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-codec-"));
  try {
    const path = join(folder, "results.parquet");
    await writeFile(path, bytes);
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const result = await connection.runAndReadAll(sql.replaceAll("FILE", `'${path}'`));
    const rows = result.getRowObjectsJS();
    connection.closeSync();
    instance.closeSync();
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}
