import { readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { encodeParquet } from "../../src/codec/parquet/encode-parquet.ts";
import { openParquet } from "../../src/codec/parquet/open-parquet.ts";
import type { RandomAccessFile } from "../../src/codec/table.ts";
import { bytesOf, fileOf, itemsOf, rowsOf, sourceOf } from "./support.ts";

function fixture(name: string): Promise<Buffer> {
  return readFile(new URL(`fixtures/${name}.parquet`, import.meta.url));
}

/** The values written by `fixtures/write-fixtures.py`. */
const TEXTS: readonly string[] = [
  "plain",
  "",
  "NUL \u0000 here",
  "line\nfeed and\r\nmore",
  'quote " and, comma',
  "emoji \u{1F600} é 漢字",
  "\ufeffmark",
  "",
  "x".repeat(300),
  ...Array.from({ length: 21 }, (_, index) => `row ${index + 9} of the fixture`),
];

const COUNTS = TEXTS.map((_, index) => (index === 3 ? "" : String(2n ** 53n + BigInt(index))));
const SCORES = TEXTS.map((_, index) => (index === 4 ? "" : String(index * 0.5 - 3)));
const GOODS = TEXTS.map((_, index) => (index === 5 ? "" : String(index % 2 === 0)));

test.each([
  "none",
  "snappy",
  "gzip",
  "brotli",
  "lz4",
  "zstd",
  "dictionary",
  "groups",
  "pages",
  "large-string",
  "v2-delta",
  "v2-dictionary",
])("a file from another writer is read: %s", async (name) => {
  const table = await openParquet(fileOf(await fixture(name)));
  expect(table.columns).toEqual([
    { name: "inputs", type: "string" },
    { name: "count", type: "integer" },
    { name: "score", type: "number" },
    { name: "good", type: "boolean" },
  ]);
  expect(await table.countRows()).toBe(30);
  expect(await itemsOf(table.read("inputs"))).toEqual(TEXTS);
  expect(await itemsOf(table.read("count"))).toEqual(COUNTS);
  expect(await itemsOf(table.read("score"))).toEqual(SCORES);
  expect(await itemsOf(table.read("good"))).toEqual(GOODS);
});

test("a file without rows has columns", async () => {
  const table = await openParquet(fileOf(await fixture("no-rows")));
  expect(await table.countRows()).toBe(0);
  expect(table.columns.map((column) => column.name)).toEqual(["inputs", "count", "score", "good"]);
  expect(await itemsOf(table.read("inputs"))).toEqual([]);
});

test("every type has a name and is read as text", async () => {
  const table = await openParquet(fileOf(await fixture("types")));
  const cells: [string, string, string[]][] = [];
  for (const { name, type } of table.columns) {
    cells.push([name, type, await itemsOf(table.read(name))]);
  }
  expect(cells).toEqual([
    ["int32", "integer", ["1", ""]],
    ["uint64", "integer", ["18446744073709551615", "0"]],
    ["float32", "number", ["0.5", ""]],
    ["decimal", "number", ["", "1.25"]],
    ["date", "timestamp", ["2030-01-02T00:00:00.000Z", ""]],
    ["micros", "timestamp", ["2030-01-02T03:04:05.006Z", ""]],
    ["nanos", "timestamp", ["2030-01-02T03:04:05.000Z", ""]],
    ["bytes", "other", ["bytes", ""]],
    ["list", "other", ['["a",null,"b"]', ""]],
    ["struct", "other", ['{"x":1,"y":"z"}', ""]],
    ["map", "other", ['{"k":"1152921504606846976"}', "{}"]],
    ["category", "string", ["red", "blue"]],
  ]);
});

test("a batch is one page, so memory never holds a whole row group", async () => {
  const bytes = await fixture("pages");
  let bytesRead = 0;
  const file: RandomAccessFile = {
    ...fileOf(bytes),
    slice: async (start, end) => {
      bytesRead = Math.max(bytesRead, end - start);
      return bytes.subarray(start, end);
    },
  };
  const table = await openParquet(file);
  bytesRead = 0;
  const sizes: number[] = [];
  for await (const batch of table.read("inputs")) sizes.push(batch.length);
  expect(sizes).toEqual([4, 4, 4, 4, 4, 4, 4, 2]);
  expect(bytesRead).toBeLessThan(bytes.length);
});

test.each([
  ["nothing", "", "it is empty"],
  ["a few bytes", "PAR1PAR1", "it is too short"],
  [
    "another format",
    "<!doctype html><p>Not Found</p>",
    "it doesn't start with the signature `PAR1`",
  ],
  ["an encrypted file", "PARE\u0000\u0000\u0000\u0000\u0000PARE", "it is encrypted"],
  [
    "a footer longer than the file",
    "PAR1\u0000\u0000\u0000\u0000\u0001\u0001\u0000\u0000PAR1",
    "its footer length is 257 bytes, but the file has only 16",
  ],
  [
    "a footer of zeros",
    "PAR1\u0000\u0000\u0000\u0000\u0004\u0000\u0000\u0000PAR1",
    "its footer can't be decoded (its bytes are damaged)",
  ],
])("%s is rejected", async (_case, content, problem) => {
  await expect(openParquet(fileOf(content))).rejects.toMatchObject({
    name: "FileFormatError",
    message: `Failed to read the Parquet file: ${problem}.`,
  });
});

test("a truncated file is rejected", async () => {
  const bytes = await fixture("zstd");
  await expect(openParquet(fileOf(bytes.subarray(0, -200)))).rejects.toMatchObject({
    name: "FileFormatError",
    message:
      "Failed to read the Parquet file: it is truncated: it starts with `PAR1` but doesn't end with it.",
  });
});

test.each([
  ["zstd", "28b52ffd", "Error during decompression"],
  ["gzip", "1f8b", "incorrect header check"],
])("a damaged page is rejected with its column and row group: %s", async (name, magic, reason) => {
  const bytes = await fixture(name);
  bytes.fill(0, bytes.indexOf(Buffer.from(magic, "hex")), 100);
  const table = await openParquet(fileOf(bytes));
  await expect(itemsOf(table.read("inputs"))).rejects.toMatchObject({
    name: "FileFormatError",
    message: `Failed to read the Parquet file: column \`inputs\` of row group 1 can't be decoded (${reason}).`,
  });
});

test("whatever bytes are damaged, the reader returns text or reports an invalid file", async () => {
  for (const name of ["zstd", "snappy", "gzip", "brotli", "lz4", "v2-delta", "types"]) {
    const bytes = await fixture(name);
    for (let position = 4; position < bytes.length; position += 149) {
      const damaged = Buffer.from(bytes);
      damaged[position] = (damaged[position] ?? 0) ^ (1 + (position % 255));
      await readAll(damaged).catch((error: unknown) => {
        expect({ name, position, error }).toMatchObject({ error: { name: "FileFormatError" } });
      });
    }
  }
});

async function readAll(bytes: Uint8Array): Promise<void> {
  const table = await openParquet(fileOf(bytes));
  for (const { name } of table.columns) await itemsOf(table.read(name));
}

test("duplicate column names are rejected", async () => {
  const columns = [
    { column: "inputs", name: "same" },
    { column: "outputs", name: "same" },
  ] as const;
  const bytes = await bytesOf(encodeParquet(sourceOf(rowsOf(["a"])), { columns }));
  await expect(openParquet(fileOf(bytes))).rejects.toMatchObject({
    name: "FileFormatError",
    message: "Failed to read the Parquet file: it has duplicate column names (`same`).",
  });
});

test("an unknown column is rejected with the names of the existing ones", async () => {
  const table = await openParquet(fileOf(await fixture("zstd")));
  await expect(itemsOf(table.read("prompts"))).rejects.toMatchObject({
    name: "FileFormatError",
    message:
      "Failed to read the Parquet file: it has no column `prompts`, only `inputs`, `count`, `score`, `good`.",
  });
});

test("an error from the file itself passes through unchanged", async () => {
  const failure = new Error("the disk is gone");
  const bytes = await fixture("types");
  let isBroken = false;
  const file: RandomAccessFile = {
    ...fileOf(bytes),
    slice: async (start, end) => {
      if (isBroken) throw failure;
      return bytes.subarray(start, end);
    },
  };
  const table = await openParquet(file);
  isBroken = true;
  await expect(itemsOf(table.read("int32"))).rejects.toBe(failure);
  await expect(itemsOf(table.read("list"))).rejects.toBe(failure);
});
