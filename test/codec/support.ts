import type { RandomAccessFile } from "../../src/codec/table.ts";
import type { Row, RowSource } from "../../src/core/rows/row.ts";

/** Strings that are often damaged by file formats. */
export const AWKWARD_TEXTS: readonly string[] = [
  "plain",
  "",
  " spaces around ",
  "comma, semicolon; tab\t",
  'quote " and ""double""',
  "line\nfeed",
  "carriage\rreturn",
  "both\r\nof them\r\n",
  "NUL \u0000 here",
  "controls \u0001\u001f\u007f\u0085\u2028\u2029",
  "\ufeffbyte order mark",
  "emoji \u{1F600} é 漢字 \u{10FFFF}\uFFFD",
  '{"content": "a \\"string\\" of JSON", "reasoning_content": "line\\nfeed"}',
  "=1+1",
  "x".repeat(1_048_576),
  "é".repeat(131_072),
];

/** One row per string: the input is the string, and the output is the string in brackets. */
export function rowsOf(texts: readonly string[]): readonly Row[] {
  return texts.map((input, index) => ({
    input,
    output: `[${input}]`,
    cumulativeLogprob: -(index + 1) / 7,
    record: {
      ...{ id: `row-${index}`, index, seed: 1, modelId: "m", end: { kind: "succeeded" } },
      ...{ finish: "stop", tool: null, inputTokens: 1, outputTokens: 1 },
    },
  }));
}

/** The rows in batches of a given size; each call starts again. */
export function sourceOf(rows: readonly Row[], batchSize = 1000): RowSource {
  return async function* () {
    for (let start = 0; start < rows.length; start += batchSize) {
      yield rows.slice(start, start + batchSize);
    }
  };
}

/** Reads all bytes of a stream. */
export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Reads all items of a stream of batches. */
export async function itemsOf<Item>(batches: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const batch of batches) for (const item of batch) items.push(item);
  return items;
}

/** A file in memory, streamed in chunks of a given size. */
export function fileOf(content: string | Uint8Array, chunkSize = 65_536): RandomAccessFile {
  const bytes = Buffer.from(content);
  return {
    byteLength: bytes.length,
    slice: async (start, end) => bytes.subarray(start, end),
    async *[Symbol.asyncIterator]() {
      for (let start = 0; start < bytes.length; start += chunkSize) {
        yield bytes.subarray(start, start + chunkSize);
      }
    },
  };
}
