import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { CODECS, type Codec, type CodecName } from "../../src/codec/codecs.ts";
import { openCsv } from "../../src/codec/csv-zip/open-csv.ts";
import { encodeLines, jsonLine } from "../../src/codec/encode-lines.ts";
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

/** Readers of the formats that can be read back, by codec. */
const READERS: { readonly [Name in CodecName]?: (bytes: Buffer) => Promise<Columns> } = {
  json: async (bytes) => JSON.parse(bytes.toString("utf8")),
  jsonl: async (bytes) => {
    const lines = bytes.toString("utf8").split("\n").slice(0, -1);
    const objects = lines.map((line) => JSON.parse(line));
    return {
      inputs: objects.map((row) => row.inputs),
      outputs: objects.map((row) => row.outputs),
      logprobs: objects.map((row) => row.logprobs),
    };
  },
  "csv-zip": async (bytes) => {
    const [file] = await unzip(bytes);
    return columnsOf(await openCsv(fileOf(file?.text ?? "")));
  },
  parquet: async (bytes) => columnsOf(await openParquet(fileOf(bytes))),
};

async function expectEqualInAllFormats(rows: readonly Row[], batchSize: number): Promise<void> {
  const expected: Columns = {
    inputs: rows.map((row) => row.input),
    outputs: rows.map((row) => row.output),
    logprobs: rows.map((row) => row.cumulativeLogprob),
  };
  for (const [name, read] of Object.entries(READERS)) {
    const { encode } = CODECS[name as CodecName] as Codec;
    const bytes = await bytesOf(encode(sourceOf(rows, batchSize), LAYOUT));
    expect({ name, ...(await read(bytes)) }).toEqual({ name, ...expected });
  }
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

test("JSON lines: each row is an object whose keys are the column names in order", async () => {
  const columns: readonly NamedColumn[] = [
    { column: "outputs", name: "job-1" },
    { column: "cumulativeLogprobs", name: "logprob" },
  ];
  const textOf = async (inputs: readonly string[]): Promise<string> =>
    (
      await bytesOf(encodeLines(sourceOf(rowsOf(inputs)), (row) => jsonLine(row, columns)))
    ).toString("utf8");
  expect(await textOf(["a", 'b"\n'])).toBe(
    `{"job-1":"[a]","logprob":${-1 / 7}}\n{"job-1":"[b\\"\\n]","logprob":${-2 / 7}}\n`,
  );
  expect(await textOf([])).toBe("");
});
