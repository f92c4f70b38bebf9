import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { CODECS, type Codec } from "../../src/codec/codecs.ts";
import { encodeCsvZip } from "../../src/codec/csv-zip/encode-csv-zip.ts";
import { openCsv } from "../../src/codec/csv-zip/open-csv.ts";
import { encodeJsonl } from "../../src/codec/encode-lines.ts";
import { encodeJson } from "../../src/codec/json/encode-json.ts";
import { encodeParquet } from "../../src/codec/parquet/encode-parquet.ts";
import { openParquet } from "../../src/codec/parquet/open-parquet.ts";
import type { Table } from "../../src/codec/table.ts";
import type { FileLayout } from "../../src/core/rows/file-layout.ts";
import type { NamedColumn, Row, RowSource } from "../../src/core/rows/row.ts";
import { NO_LINES } from "../../src/spec/line-pieces.ts";
import { codePoint } from "../support/code-point.ts";
import { AWKWARD_TEXTS, bytesOf, fileOf, itemsOf, rowsOf, sourceOf } from "./support.ts";
import { unzip } from "./unzip.ts";

const COLUMNS: readonly NamedColumn[] = [
  { column: "inputs", name: "inputs" },
  { column: "outputs", name: "outputs" },
  { column: "cumulativeLogprobs", name: "logprobs" },
];

const SKELETON = [
  '{"inputs":',
  { column: "inputs" },
  ',"outputs":',
  { column: "outputs" },
  ',"logprobs":',
  { column: "cumulativeLogprobs" },
  "}",
] as const;

const LINES = {
  ...NO_LINES,
  pieces: { text: ['{"text":', { slot: "text", isInString: false }, "}"] },
} as const;

const LAYOUT: FileLayout = {
  body: SKELETON,
  columns: COLUMNS,
  entryName: "results.csv",
  lines: LINES,
};

const ENCODERS = Object.entries<Codec>(CODECS).map(
  ([name, { encode }]) => [name, (rows: RowSource) => encode(rows, LAYOUT)] as const,
);

type Columns = { inputs: string[]; outputs: string[]; logprobs: number[] };

async function columnsOf(table: Table): Promise<Columns> {
  return {
    inputs: await itemsOf(table.read("inputs")),
    outputs: await itemsOf(table.read("outputs")),
    logprobs: (await itemsOf(table.read("logprobs"))).map(Number),
  };
}

async function throughJson(rows: RowSource): Promise<Columns> {
  return JSON.parse((await bytesOf(encodeJson(rows, SKELETON))).toString("utf8"));
}

async function throughJsonl(rows: RowSource): Promise<Columns> {
  const text = (await bytesOf(encodeJsonl(rows, { columns: COLUMNS }))).toString("utf8");
  const lines = text.split("\n").slice(0, -1);
  const objects = lines.map((line): { inputs: string; outputs: string; logprobs: number } =>
    JSON.parse(line),
  );
  return {
    inputs: objects.map((row) => row.inputs),
    outputs: objects.map((row) => row.outputs),
    logprobs: objects.map((row) => row.logprobs),
  };
}

async function throughCsv(rows: RowSource): Promise<Columns> {
  const archive = encodeCsvZip(rows, { columns: COLUMNS, entryName: "results.csv" });
  const [file] = await unzip(await bytesOf(archive));
  return columnsOf(await openCsv(fileOf(file?.text ?? "")));
}

async function throughParquet(rows: RowSource): Promise<Columns> {
  const bytes = await bytesOf(encodeParquet(rows, { columns: COLUMNS }));
  return columnsOf(await openParquet(fileOf(bytes)));
}

async function expectEqualInAllFormats(rows: readonly Row[], batchSize: number): Promise<void> {
  const source = sourceOf(rows, batchSize);
  const expected: Columns = {
    inputs: rows.map((row) => row.input),
    outputs: rows.map((row) => row.output),
    logprobs: rows.map((row) => row.cumulativeLogprob),
  };
  expect(await throughJson(source)).toEqual(expected);
  expect(await throughJsonl(source)).toEqual(expected);
  expect(await throughCsv(source)).toEqual(expected);
  expect(await throughParquet(source)).toEqual(expected);
}

test("awkward strings are the same in all formats", async () => {
  await expectEqualInAllFormats(rowsOf(AWKWARD_TEXTS), 5);
});

test("an empty job is empty in all formats", async () => {
  await expectEqualInAllFormats([], 1);
});

test("arbitrary rows are the same in all formats", async () => {
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.string({ unit: fc.constantFrom(...'",\r\n\u0000 a') }),
  );
  const row = fc.record({
    input: text,
    output: text,
    cumulativeLogprob: fc.double({ max: -Number.MIN_VALUE, noDefaultInfinity: true, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 5 }), expectEqualInAllFormats),
    { numRuns: 15 },
  );
});

test.each(ENCODERS)("equal rows give equal bytes in any batches: %s", async (_format, encode) => {
  const rows = rowsOf(Array.from({ length: 10_000 }, (_, index) => `input ${index * index}`));
  const slowly: RowSource = async function* () {
    for (let start = 0; start < rows.length; start += 777) {
      await new Promise((resolve) => setImmediate(resolve));
      yield rows.slice(start, start + 777);
    }
  };
  const digest = async (source: RowSource): Promise<string> =>
    createHash("sha256")
      .update(await bytesOf(encode(source)))
      .digest("hex");
  const once = await digest(sourceOf(rows));
  expect(await digest(sourceOf(rows, rows.length))).toBe(once);
  expect(await digest(slowly)).toBe(once);
  expect(await digest(sourceOf(rows.slice(1)))).not.toBe(once);
});

/** Endless rows that count how many were requested and how many passes are open. */
function endlessRows(): { rows: RowSource; made: () => number; openPasses: () => number } {
  let made = 0;
  let openPasses = 0;
  const rows: RowSource = async function* () {
    openPasses += 1;
    try {
      for (;;) {
        made += 1000;
        yield rowsOf(
          Array.from({ length: 1000 }, (_, index) => `${made + index} ${"z".repeat(90)}`),
        );
      }
    } finally {
      openPasses -= 1;
    }
  };
  return { rows, made: () => made, openPasses: () => openPasses };
}

test.each(ENCODERS)(
  "a consumer that stops early ends the pass over the rows: %s",
  async (_format, encode) => {
    const { rows, openPasses } = endlessRows();
    let chunks = 0;
    for await (const _chunk of encode(rows)) {
      chunks += 1;
      if (chunks === 3) break;
    }
    expect(chunks).toBe(3);
    expect(openPasses()).toBe(0);
  },
);

test.each(ENCODERS)("a slow consumer slows down the rows: %s", async (_format, encode) => {
  const { rows, made } = endlessRows();
  const chunks = encode(rows)[Symbol.asyncIterator]();
  await chunks.next();
  await chunks.next();
  for (let turn = 0; turn < 1000; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(made()).toBeLessThan(100_000);
  await chunks.return?.();
});

test.each(ENCODERS)("an error from the rows reaches the consumer: %s", async (_format, encode) => {
  const failure = new Error("no more rows");
  const rows: RowSource = async function* () {
    yield rowsOf(["a", "b"]);
    throw failure;
  };
  await expect(bytesOf(encode(rows))).rejects.toBe(failure);
});

test.each(ENCODERS)(
  "nothing is read before the consumer asks for it: %s",
  async (_format, encode) => {
    const { rows, made } = endlessRows();
    encode(rows);
    await new Promise((resolve) => setImmediate(resolve));
    expect(made()).toBe(0);
  },
);
