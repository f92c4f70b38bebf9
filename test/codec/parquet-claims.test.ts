import { expect, test } from "@jest/globals";
import { openParquet } from "../../src/codec/parquet/open-parquet.ts";
import { NO_ROW_LIMITS } from "../../src/codec/row-limits.ts";
import {
  type Crafted,
  craftedParquet,
  dataPage,
  plainPage,
  repeated,
  STRINGS,
  varInt,
} from "../support/crafted-parquet.ts";
import { fileOf, itemsOf } from "./support.ts";

// Small Parquet files that claim to be large. If a claim were believed, the test would run out of memory or time.

const MANY = 2 ** 30;
const CLAIM = "Failed to read the Parquet file: column `inputs` of row group 1 can't be decoded";

async function cellsOf(file: Buffer): Promise<readonly string[]> {
  const table = await openParquet(fileOf(file));
  return itemsOf(table.read("inputs"));
}

const FIRST = plainPage(["a", "b"]);
const OPTIONAL = STRINGS.map((each) => ({ ...each, repetition_type: "OPTIONAL" as const }));
const LIST: NonNullable<Crafted["column"]> = [
  { name: "inputs", repetition_type: "REQUIRED", num_children: 1, converted_type: "LIST" },
  { name: "list", repetition_type: "REPEATED", num_children: 1 },
  { name: "element", repetition_type: "REQUIRED", type: "INT32" },
];

/** Levels as one run of a number, after their length. */
function levels(value: number, count: number): Buffer {
  const run = Buffer.from([...varInt(count * 2), value]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(run.length);
  return Buffer.concat([length, run]);
}

/** Lists of one number each. */
function listsOf(count: number): Pick<Crafted, "pages" | "numValues" | "column" | "path"> {
  const data = Buffer.concat([levels(0, count), levels(1, count), Buffer.alloc(4 * count)]);
  return {
    ...{ pages: [dataPage({ data, count, encoding: "PLAIN" })], numValues: count },
    ...{ column: LIST, path: ["inputs", "list", "element"] },
  };
}

const CRAFTED: Record<string, readonly [Crafted, string]> = {
  "more rows than its pages": [
    { pages: [FIRST], numRows: MANY },
    "its pages don't match its metadata",
  ],
  "more values in a page than it holds": [
    {
      pages: [{ ...dataPage({ data: FIRST.data, count: MANY, encoding: "PLAIN" }) }],
      numRows: MANY,
    },
    "a page is too short for its values",
  ],
  "a page of 200 MiB from a few bytes": [
    {
      pages: [
        {
          data: Buffer.from([0]),
          header: { ...FIRST.header, uncompressed_page_size: 200_000_000, compressed_page_size: 1 },
        },
      ],
      numRows: 2,
      codec: "SNAPPY",
    },
    "a page of size 1 can't expand to size 200000000 with SNAPPY",
  ],
  "a string longer than its page": [
    {
      pages: [dataPage({ data: Buffer.from("ffffff3f61", "hex"), count: 1, encoding: "PLAIN" })],
      numRows: 1,
    },
    "a page is too short for its values",
  ],
  "a dictionary that is too small": [
    {
      pages: [
        ...repeated("a", 2).slice(0, 1),
        dataPage({ data: Buffer.from([1, 4, 1]), count: 2, encoding: "RLE_DICTIONARY" }),
      ],
      numRows: 2,
    },
    "a page refers to a value that is not in the dictionary",
  ],
  "blocks of any number of values": [
    {
      pages: [
        dataPage({
          data: Buffer.from([...varInt(2 ** 31 - 1), ...varInt(2 ** 31 - 1), 1, 0]),
          count: 1,
          encoding: "DELTA_BYTE_ARRAY",
        }),
      ],
      numRows: 1,
    },
    "a page has invalid blocks: size 2147483647, miniblocks 2147483647",
  ],
  "a list with a value before its first row": [
    {
      pages: [
        dataPage({
          data: Buffer.concat([levels(1, 2), levels(1, 2), Buffer.alloc(8)]),
          count: 2,
          encoding: "PLAIN",
        }),
      ],
      numRows: 1,
      numValues: 2,
      column: LIST,
      path: ["inputs", "list", "element"],
    },
    "a page has invalid repetition or definition levels",
  ],
  "fewer lists than rows": [
    { ...listsOf(20), numRows: 22 },
    "it has fewer rows than its row group",
  ],
  "more lists than rows": [{ ...listsOf(20), numRows: 18 }, "it has more rows than its row group"],
  "more lists than rows, which fill a batch": [
    { ...listsOf(17), numRows: 16 },
    "it has more rows than its row group",
  ],
};

test.each(Object.entries(CRAFTED))("%s", async (_, [crafted, reason]) => {
  await expect(cellsOf(craftedParquet(crafted))).rejects.toThrow(`${CLAIM} (${reason}).`);
});

const EMPTY = dataPage({ data: Buffer.alloc(0), count: 0, encoding: "PLAIN" });

test("a file of empty pages is rejected after the first hundred", async () => {
  const pages = [...Array.from({ length: 101 }, () => EMPTY), FIRST];
  await expect(cellsOf(craftedParquet({ pages, numRows: 2 }))).rejects.toThrow(
    `${CLAIM} (more than 100 of its pages have no values).`,
  );
  expect(await cellsOf(craftedParquet({ pages: pages.slice(1), numRows: 2 }))).toEqual(["a", "b"]);
});

test("row groups that claim the same bytes are rejected before they are read", async () => {
  const file = craftedParquet({ pages: [FIRST], numRows: 2, rowGroups: 3 });
  await expect(openParquet(fileOf(file))).rejects.toThrow(
    /^Failed to read the Parquet file: its footer can't be decoded \(its columns take up \d+ bytes, but the file has only \d+\)\.$/,
  );
});

test("a file with more columns than anyone needs is rejected before they are described", async () => {
  const column = Array.from({ length: 10_001 }, (_, index) => ({
    name: `c${index}`,
    repetition_type: "OPTIONAL" as const,
    type: "INT32" as const,
  }));
  const file = craftedParquet({ pages: [FIRST], numRows: 2, column });
  await expect(openParquet(fileOf(file))).rejects.toThrow(
    "Failed to read the Parquet file: its footer can't be decoded (it has 10001 columns, more than the limit of 10000).",
  );
});

test("reading many pages from memory lets other work run", async () => {
  const pages = Array.from({ length: 500 }, () => plainPage(["a"]));
  const table = await openParquet(fileOf(craftedParquet({ pages, numRows: 500 })));
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  expect(await itemsOf(table.read("inputs"))).toHaveLength(500);
  isDone = true;
  expect(turns).toBeGreaterThan(5);
});

test("a run ends with its page, even if it claims to be longer", async () => {
  const pages = [dataPage({ data: levels(0, MANY), count: 3, encoding: "PLAIN" })];
  const file = craftedParquet({ pages, numRows: 3, column: OPTIONAL });
  expect(await cellsOf(file)).toEqual(["", "", ""]);
});

test("a million equal rows are read in small batches", async () => {
  const count = 1_000_000;
  const file = craftedParquet({ pages: repeated("equal", count), numRows: count });
  expect(file.length).toBeLessThan(1000);
  const table = await openParquet(fileOf(file), NO_ROW_LIMITS);
  let longest = 0;
  for await (const batch of table.read("inputs")) longest = Math.max(longest, batch.length);
  expect(longest).toBeLessThanOrEqual(1024);
});

test("a footer with a list of any length is rejected before it is parsed", async () => {
  const footer = Buffer.from([0x29, 0xfc, ...varInt(2 ** 31 - 1), 0]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  const file = Buffer.concat([Buffer.from("PAR1"), footer, length, Buffer.from("PAR1")]);
  await expect(openParquet(fileOf(file))).rejects.toThrow(
    "Failed to read the Parquet file: its footer can't be decoded (its metadata is too short for a list of length 2147483647).",
  );
});
