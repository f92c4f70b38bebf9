import { afterAll, expect, test } from "@jest/globals";
import { ParquetWorkers } from "../../src/codec/parquet/worker/parquet-workers.ts";
import { NO_ROW_LIMITS } from "../../src/codec/row-limits.ts";
import { packageFile } from "../../src/simulator/package-file.ts";
import { craftedParquet, plainPage, repeated } from "../support/crafted-parquet.ts";
import { parquetOf } from "../support/parquet.ts";
import { fileOf, itemsOf } from "./support.ts";

const WORKER = packageFile("dist", "parquet-worker.cjs");
const workers = new ParquetWorkers(WORKER);
afterAll(() => workers.close());

const ROWS = 20_000;

test("a large column is read in a worker, and a small one is not", async () => {
  const texts = Array.from({ length: ROWS }, (_, index) => `row ${index} é\u0000`);
  const file = fileOf(await parquetOf({ inputs: texts, n: texts.map((_, index) => index) }));
  const table = await workers.open(file, NO_ROW_LIMITS);
  expect([table.columns, await table.countRows()]).toEqual([
    [
      { name: "inputs", type: "string" },
      { name: "n", type: "integer" },
    ],
    ROWS,
  ]);
  const all = ["inputs", "inputs", "n", "inputs"].map((name) => itemsOf(table.read(name)));
  const [first, second, numbers] = await Promise.all(all);
  expect(first).toEqual(texts);
  expect(second).toEqual(texts);
  expect(numbers?.at(-1)).toBe(String(ROWS - 1));
  await expect(itemsOf(table.read("m"))).rejects.toMatchObject({
    name: "FileFormatError",
    message: "Failed to read the Parquet file: it has no column `m`, only `inputs`, `n`.",
  });
});

test("a file of many small pages is read in few pieces, and its cells arrive in few batches", async () => {
  const numPages = 10_000;
  const page = plainPage(["a", "b"]);
  const pages = Array.from({ length: numPages }, () => page);
  const file = fileOf(craftedParquet({ pages, numRows: 2 * numPages }));
  let slices = 0;
  const slice = (start: number, end: number): Promise<Uint8Array> => {
    slices++;
    return file.slice(start, end);
  };
  const table = await workers.open({ ...file, slice }, NO_ROW_LIMITS);
  let [batches, cells] = [0, 0];
  for await (const batch of table.read("inputs")) {
    batches++;
    cells += batch.length;
  }
  expect(cells).toBe(2 * numPages);
  expect(batches).toBeLessThanOrEqual(cells / 1000);
  expect(slices).toBeLessThanOrEqual(150);
});

test("a problem that a worker finds is the same as without it", async () => {
  const pages = repeated("equal", ROWS);
  const file = fileOf(craftedParquet({ pages: [...pages, ...pages.slice(1)], numRows: 2 * ROWS }));
  const table = await workers.open(file, NO_ROW_LIMITS);
  expect(await itemsOf(table.read("inputs"))).toHaveLength(2 * ROWS);
  const long = fileOf(craftedParquet({ pages: repeated("x".repeat(17_000_000), 1), numRows: 1 }));
  const longTable = await workers.open(long, NO_ROW_LIMITS);
  await expect(itemsOf(longTable.read("inputs"))).rejects.toMatchObject({
    name: "RowLimitError",
    message: "one of its cells exceeds the limit of 16 MiB. Send shorter rows",
  });
  const lying = fileOf(craftedParquet({ pages, numRows: ROWS - 1, numValues: ROWS }));
  const lyingTable = await workers.open(lying, NO_ROW_LIMITS);
  await expect(itemsOf(lyingTable.read("inputs"))).rejects.toMatchObject({
    name: "FileFormatError",
    message: `Failed to read the Parquet file: column \`inputs\` of row group 1 can't be decoded (its number of rows is ${ROWS}, but its row group has ${ROWS - 1}).`,
  });
});

test("keys take turns: a key with many files delays another key's file by one at most", async () => {
  const file = craftedParquet({ pages: repeated("equal", 100_000), numRows: 100_000 });
  const done: string[] = [];
  const read = async (key: string): Promise<void> => {
    const table = await workers.open(fileOf(file), NO_ROW_LIMITS, key);
    await itemsOf(table.read("inputs"));
    done.push(key);
  };
  const many = Array.from({ length: 8 }, () => read("many"));
  await read("one");
  expect(done.indexOf("one")).toBeLessThanOrEqual(3);
  await Promise.all(many);
});

test("files of one key that nobody reads to their end leave a worker to another key", async () => {
  const file = fileOf(craftedParquet({ pages: repeated("equal", ROWS), numRows: ROWS }));
  const [greedy, other] = await Promise.all([
    workers.open(file, NO_ROW_LIMITS, "greedy"),
    workers.open(file, NO_ROW_LIMITS, "other"),
  ]);
  const held = greedy.read("inputs")[Symbol.asyncIterator]();
  expect((await held.next()).done).toBe(false);
  const next = itemsOf(greedy.read("inputs"));
  expect(await itemsOf(other.read("inputs"))).toHaveLength(ROWS);
  await held.return?.();
  expect(await next).toHaveLength(ROWS);
});

test("at most 50 files of a key wait; another key's file is read", async () => {
  const busy = new ParquetWorkers(WORKER);
  const file = fileOf(craftedParquet({ pages: repeated("equal", ROWS), numRows: ROWS }));
  const table = await busy.open(file, NO_ROW_LIMITS, "many");
  const other = await busy.open(file, NO_ROW_LIMITS, "other");
  const reads = Array.from({ length: 60 }, () => itemsOf(table.read("inputs")));
  const results = Promise.allSettled(reads);
  expect(await itemsOf(other.read("inputs"))).toHaveLength(ROWS);
  await busy.close();
  const reasons = (await results).flatMap((each) => ("reason" in each ? [each.reason] : []));
  expect(reasons.filter(({ code }) => code === "SIM_BUSY").map(({ message }) => message)).toEqual(
    Array(9).fill(
      "Failed to read the Parquet file: 50 of this key's files are already waiting for a worker. Send fewer files at once.",
    ),
  );
});

test("an error from the file itself passes through unchanged", async () => {
  const failure = new Error("the disk is gone");
  const whole = fileOf(craftedParquet({ pages: repeated("equal", ROWS), numRows: ROWS }));
  let reads = 0;
  const slice = (start: number, end: number): Promise<Uint8Array> => {
    if (++reads > 8) throw failure;
    return whole.slice(start, end);
  };
  const table = await workers.open({ ...whole, slice }, NO_ROW_LIMITS);
  await expect(itemsOf(table.read("inputs"))).rejects.toBe(failure);
});

test("a reader that stops early, and one that waits for another, leave no worker behind", async () => {
  const file = fileOf(craftedParquet({ pages: repeated("equal", ROWS), numRows: ROWS }));
  const table = await workers.open(file, NO_ROW_LIMITS);
  const stopEarly = async (): Promise<void> => {
    for await (const _ of table.read("inputs")) return;
  };
  await Promise.all([stopEarly(), stopEarly(), stopEarly(), stopEarly()]);
  expect(await itemsOf(table.read("inputs"))).toHaveLength(ROWS);
});

test("a worker that hangs is stopped, and makes room for the next one", async () => {
  const impatient = new ParquetWorkers(WORKER, 1);
  const file = fileOf(craftedParquet({ pages: repeated("equal", ROWS), numRows: ROWS }));
  const table = await impatient.open(file, NO_ROW_LIMITS);
  const reads = [1, 2, 3].map(() =>
    expect(itemsOf(table.read("inputs"))).rejects.toMatchObject({
      name: "RowLimitError",
      message:
        "decoding it made no progress for 0.001 s. This limit is batch-sim's, not the service's. Send a smaller file",
    }),
  );
  await Promise.all(reads);
});

test("closing rejects what waits for a worker, and what is read later", async () => {
  const closing = new ParquetWorkers(WORKER);
  const file = fileOf(craftedParquet({ pages: repeated("equal", 100_000), numRows: 100_000 }));
  const table = await closing.open(file, NO_ROW_LIMITS, "a");
  const reads = Promise.allSettled(Array.from({ length: 4 }, () => itemsOf(table.read("inputs"))));
  await new Promise((resolve) => setImmediate(resolve));
  await closing.close();
  const stopped = "Error: The worker was stopped.";
  const reasons = (await reads).map((each) => "reason" in each && String(each.reason));
  expect(reasons).toEqual(Array(4).fill(stopped));
  await expect(itemsOf(table.read("inputs"))).rejects.toThrow("was stopped");
});
