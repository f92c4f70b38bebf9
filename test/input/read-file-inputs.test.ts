import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { openParquet } from "../../src/codec/parquet/open-parquet.ts";
import { NO_ROW_LIMITS } from "../../src/codec/row-limits.ts";
import { PackedRows } from "../../src/input/packed-rows.ts";
import { openUpload, readRows } from "../../src/input/read-rows.ts";
import { fileInMemory } from "../../src/input/spool.ts";
import { rowAt } from "../support/packed-rows.ts";

const READING = { limits: NO_ROW_LIMITS, openParquet };
const CHOICE = { rule: "inputs-or-first-text", reading: READING } as const;

const limitedTo = (maxDecodedBytes: number) => ({
  limits: { ...NO_ROW_LIMITS, maxDecodedBytes },
  openParquet,
});

function upload(fileName: string, content: string | Uint8Array, contentType = "text/plain") {
  return openUpload({ fileName, contentType, bytes: Buffer.from(content) }, READING);
}

function named({ bytes, ...file }: { fileName: string; format: "csv" | "parquet"; bytes: Buffer }) {
  return { ...file, file: fileInMemory(bytes), fileName: `\`${file.fileName}\`` };
}

const GROUPS = readFileSync(new URL("../codec/fixtures/groups.parquet", import.meta.url));

test("an upload is opened: its format, its columns and how many rows it has", async () => {
  const csv = Buffer.from('id,prompt\n1,a\n2,"b\nc"\n');

  await expect(upload("a.csv", csv)).resolves.toEqual({
    kind: "opened",
    file: {
      fileName: "a.csv",
      bytes: csv,
      format: "csv",
      numRows: 2,
      columns: [
        { name: "id", type: "integer" },
        { name: "prompt", type: "string" },
      ],
    },
    table: expect.any(Object),
  });
  await expect(upload("whatever", GROUPS)).resolves.toMatchObject({
    file: { format: "parquet", numRows: 30, columns: [{ name: "inputs" }, {}, {}, {}] },
  });
});

test.each([
  [
    "notes.txt",
    "a\nb\n",
    "Failed to read the file `notes.txt`: expected CSV or Parquet, but it is a `.txt` file.",
  ],
  [
    "a.csv",
    "a,b\n1,2\n3\n",
    "Failed to read the CSV file `a.csv`: row 2 (line 3) has 1 cell, but the header has 2.",
  ],
  ["a.parquet", GROUPS.subarray(0, 500), "Failed to read the Parquet file `a.parquet`: "],
])("an upload that can't be read is refused: %s", async (fileName, content, reason) => {
  await expect(upload(fileName, content)).resolves.toEqual({
    kind: "refused",
    reason: expect.stringContaining(reason),
  });
});

test("the files of a dataset give their rows in the order of upload", async () => {
  const csv = { fileName: "a.csv", format: "csv", bytes: Buffer.from("inputs\nlast\n") } as const;
  const parquet = { fileName: "b.parquet", format: "parquet", bytes: GROUPS } as const;

  const lists: PackedRows[] = [];
  for (const file of [parquet, csv, csv]) {
    const read = await readRows(named(file), CHOICE);
    if (read.kind === "ready") lists.push(read.rows);
  }
  const rows = PackedRows.concat(lists);

  expect(rows.length).toBe(32);
  expect([rowAt(rows, 0), rowAt(rows, 29), rowAt(rows, 30), rowAt(rows, 31)]).toEqual([
    "plain",
    "row 29 of the fixture",
    "last",
    "last",
  ]);
});

test("a file of a dataset without the column is refused by its name", async () => {
  const bytes = Buffer.from("id\n1\n");

  await expect(
    readRows(named({ fileName: "a.csv", format: "csv", bytes }), CHOICE),
  ).resolves.toEqual({
    kind: "refused",
    reason:
      "Failed to read the file `a.csv`: expected a column `inputs` or a column of strings, got `id` (integer).",
  });
});

test("reading stops where the text grows over its limit, or where it is cancelled", async () => {
  const file = fileInMemory(Buffer.from(`inputs\n${"x".repeat(100)}\n${"y".repeat(100)}\n`));
  const named = { file, format: "csv", fileName: "`a.csv`" } as const;

  await expect(readRows(named, { ...CHOICE, reading: limitedTo(200) })).resolves.toMatchObject({
    kind: "ready",
  });
  await expect(readRows(named, { ...CHOICE, reading: limitedTo(199) })).resolves.toEqual({
    kind: "tooLarge",
    reason:
      "Failed to read the file `a.csv`: its rows exceed the limit of 199 bytes once decoded. Send fewer rows, or raise `maxDecodedBytes`.",
  });
  await expect(readRows(named, { ...CHOICE, signal: AbortSignal.abort() })).resolves.toEqual({
    kind: "refused",
    reason: "Failed to read the file `a.csv`: it was canceled.",
  });
});

test("an error that is not the file's fault is rethrown", async () => {
  const broken = {
    byteLength: 100,
    slice: () => Promise.reject(new Error("the disk is gone")),
    [Symbol.asyncIterator]: () => {
      throw new Error("the disk is gone");
    },
  };

  await expect(
    readRows({ file: broken, format: "csv", fileName: "`a.csv`" }, CHOICE),
  ).rejects.toThrow("the disk is gone");
});
