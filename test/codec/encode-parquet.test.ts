import { expect, test } from "@jest/globals";
import { encodeParquet } from "../../src/codec/parquet/encode-parquet.ts";
import type { NamedColumn } from "../../src/core/rows/row.ts";
import { queryParquet } from "./duckdb.ts";
import { AWKWARD_TEXTS, bytesOf, rowsOf, sourceOf } from "./support.ts";

const COLUMNS: readonly NamedColumn[] = [
  { column: "inputs", name: "prompts" },
  { column: "outputs", name: "job-1" },
  { column: "cumulativeLogprobs", name: "logprobs" },
];

test("an independent reader finds the columns in order with their types, none of them nullable", async () => {
  const bytes = await bytesOf(encodeParquet(sourceOf(rowsOf(["a"])), { columns: COLUMNS }));
  const sql = "SELECT name, type, repetition_type, converted_type FROM parquet_schema(FILE)";
  const [root, ...columns] = await queryParquet(bytes, sql);
  expect(root).toMatchObject({ name: "schema" });
  expect(columns).toEqual([
    { name: "prompts", type: "BYTE_ARRAY", repetition_type: "REQUIRED", converted_type: "UTF8" },
    { name: "job-1", type: "BYTE_ARRAY", repetition_type: "REQUIRED", converted_type: "UTF8" },
    { name: "logprobs", type: "DOUBLE", repetition_type: "REQUIRED", converted_type: null },
  ]);
});

test("an independent reader returns awkward strings unchanged", async () => {
  const rows = rowsOf(AWKWARD_TEXTS);
  const bytes = await bytesOf(encodeParquet(sourceOf(rows, 3), { columns: COLUMNS }));
  // In base64, because this reader's client drops a byte order mark at the start of a string.
  const sql = `SELECT to_base64(encode(prompts)) AS prompts, to_base64(encode("job-1")) AS outputs, logprobs
    FROM read_parquet(FILE)`;
  expect(await queryParquet(bytes, sql)).toEqual(
    rows.map((row) => ({
      prompts: Buffer.from(row.input).toString("base64"),
      outputs: Buffer.from(row.output).toString("base64"),
      logprobs: row.cumulativeLogprob,
    })),
  );
});

test("minus zero becomes zero, as in the text formats", async () => {
  const row = { input: "", output: "", cumulativeLogprob: -0 };
  const bytes = await bytesOf(encodeParquet(sourceOf([row]), { columns: COLUMNS }));
  expect(await queryParquet(bytes, "SELECT logprobs FROM read_parquet(FILE)")).toEqual([
    { logprobs: 0 },
  ]);
});

test("row groups have 5,000 rows, and every column chunk is ZSTD", async () => {
  const rows = rowsOf(Array.from({ length: 12_345 }, (_, index) => `input ${index}`));
  const bytes = await bytesOf(encodeParquet(sourceOf(rows, 999), { columns: COLUMNS }));
  const chunks = await queryParquet(
    bytes,
    `SELECT row_group_id::INTEGER AS "group", row_group_num_rows::INTEGER AS size,
       path_in_schema AS path, compression
     FROM parquet_metadata(FILE) ORDER BY row_group_id, column_id`,
  );
  const chunk = (group: number, size: number, path: string) => ({
    group,
    size,
    path,
    compression: "ZSTD",
  });
  const paths = ["prompts", "job-1", "logprobs"];
  expect(chunks).toEqual([
    ...paths.map((path) => chunk(0, 5000, path)),
    ...paths.map((path) => chunk(1, 5000, path)),
    ...paths.map((path) => chunk(2, 2345, path)),
  ]);
  expect(await queryParquet(bytes, 'SELECT "job-1" AS output FROM read_parquet(FILE)')).toEqual(
    rows.map(({ output }) => ({ output })),
  );
});

test("each row group states the least and the greatest string of its own rows", async () => {
  const inputs = Array.from({ length: 10_001 }, (_, index) => String(index).padStart(5, "0"));
  const bytes = await bytesOf(encodeParquet(sourceOf(rowsOf(inputs)), { columns: COLUMNS }));
  const sql = `SELECT stats_min_value AS least, stats_max_value AS greatest
    FROM parquet_metadata(FILE) WHERE path_in_schema = 'prompts' ORDER BY row_group_id`;
  expect(await queryParquet(bytes, sql)).toEqual([
    { least: "00000", greatest: "04999" },
    { least: "05000", greatest: "09999" },
    { least: "10000", greatest: "10000" },
  ]);
});

test("a small file takes little memory while it is sent", async () => {
  const before = process.memoryUsage().arrayBuffers;
  const sent = Array.from({ length: 20 }, () =>
    encodeParquet(sourceOf(rowsOf(["a"])), { columns: COLUMNS })[Symbol.asyncIterator](),
  );
  for (const each of sent) await each.next();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 100_000);
  for (const each of sent) await each.return?.();
});

test("long strings make smaller row groups", async () => {
  const rows = rowsOf(Array.from({ length: 20 }, (_, index) => `${index}`.repeat(1_000_000)));
  const bytes = await bytesOf(encodeParquet(sourceOf(rows), { columns: COLUMNS }));
  const sql = `SELECT DISTINCT row_group_id::INTEGER AS id, row_group_num_rows::INTEGER AS size
    FROM parquet_metadata(FILE) ORDER BY id`;
  const sizes = [2, 2, 2, 2, 2, ...new Array(10).fill(1)];
  expect(await queryParquet(bytes, sql)).toEqual(sizes.map((size, id) => ({ id, size })));
});

test("a job without rows is a valid file with its columns", async () => {
  const bytes = await bytesOf(encodeParquet(sourceOf([]), { columns: COLUMNS }));
  const described = await queryParquet(bytes, "DESCRIBE SELECT * FROM read_parquet(FILE)");
  expect(described.map((column) => [column["column_name"], column["column_type"]])).toEqual([
    ["prompts", "VARCHAR"],
    ["job-1", "VARCHAR"],
    ["logprobs", "DOUBLE"],
  ]);
  expect(
    await queryParquet(bytes, "SELECT count(*)::INTEGER AS n FROM read_parquet(FILE)"),
  ).toEqual([{ n: 0 }]);
});

test("row groups are sent while later rows are still being made", async () => {
  let rowsMade = 0;
  const rows = async function* () {
    for (let batch = 0; batch < 8; batch++) {
      const made = rowsOf(Array.from({ length: 2500 }, () => "input"));
      rowsMade += made.length;
      yield made;
    }
  };
  const madeAtChunk: number[] = [];
  for await (const _chunk of encodeParquet(rows, { columns: COLUMNS })) madeAtChunk.push(rowsMade);
  expect(madeAtChunk).toEqual([5000, 10_000, 15_000, 20_000, 20_000]);
});
