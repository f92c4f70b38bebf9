import { expect, test } from "@jest/globals";
import { LineRows, LineSplitter } from "../../src/codec/line-rows.ts";

// Lines of a file as inputs.

function splitInto(text: string, size: number): [string, number][] {
  const bytes = new TextEncoder().encode(text);
  const splitter = new LineSplitter();
  const lines: [string, number][] = [];
  const take = (found: Iterable<string>): void => {
    for (const line of found) lines.push([line, splitter.start]);
  };
  for (let at = 0; at < bytes.length; at += size)
    take(splitter.push(bytes.subarray(at, at + size)));
  take(splitter.end());
  return lines;
}

test.each([1, 2, 3, 7, 1000])("lines that arrive in pieces of %i bytes", (size) => {
  expect(splitInto("é\n\n b\u2028c\r\nd", size)).toEqual([
    ["é", 0],
    ["", 3],
    [" b\u2028c\r", 4],
    ["d", 12],
  ]);
  expect(splitInto("a\n", size)).toEqual([["a", 0]]);
});

test.each(["memory", "disk"])("rows in %s from each index on", async (place) => {
  const texts = Array.from({ length: 600 }, (_, index) => `{"index":${index}}\n`);
  const content = `\n${texts.slice(0, 300).join("")}\n${texts.slice(300).join("")}`;
  const bytes = new TextEncoder().encode(content);
  const marks = [0, 256, 512].map((index) => content.indexOf(`{"index":${index}}`));
  const from = async function* (offset: number): AsyncGenerator<Uint8Array> {
    for (let at = offset; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
  };
  const stored = {
    byteLength: bytes.length,
    from,
    [Symbol.asyncIterator]: () => from(0),
  };
  const rows = new LineRows(place === "memory" ? bytes : stored, { numLines: 600, marks });
  for (const first of [0, 1, 255, 256, 300, 512, 599, 600]) {
    const found: unknown[] = [];
    for await (const batch of rows.batches(first, 50)) {
      expect(batch.length).toBeLessThanOrEqual(50);
      found.push(...batch);
    }
    expect(found).toEqual(texts.slice(first).map((text) => JSON.parse(text)));
  }
});
