import { expect, test } from "@jest/globals";
import { encodeJson } from "../../src/codec/json/encode-json.ts";
import type { RowSource } from "../../src/core/rows/row.ts";
import { AWKWARD_TEXTS, bytesOf, rowsOf, sourceOf } from "./support.ts";

const SKELETON = [
  '{"outputs":',
  { column: "outputs" },
  ',"inputs":',
  { column: "inputs" },
  ',"logprobs":',
  { column: "cumulativeLogprobs" },
  ',"more":true}',
] as const;

test("literal text and columns appear in the order of the skeleton", async () => {
  const rows = rowsOf(["a", 'b"\n']);
  const bytes = await bytesOf(encodeJson(sourceOf(rows, 1), SKELETON));
  expect(bytes.toString("utf8")).toBe(
    `{"outputs":["[a]","[b\\"\\n]"],"inputs":["a","b\\"\\n"],"logprobs":[${-1 / 7},${-2 / 7}],"more":true}`,
  );
});

test("a job without rows has empty arrays, and empty batches have no effect", async () => {
  const skeleton = ["", { column: "outputs" }] as const;
  expect((await bytesOf(encodeJson(sourceOf([]), skeleton))).toString()).toBe("[]");
  const withEmptyBatches = async function* () {
    yield [];
    yield rowsOf(["a"]);
    yield [];
    yield rowsOf(["b"]);
  };
  expect((await bytesOf(encodeJson(withEmptyBatches, skeleton))).toString()).toBe('["[a]","[b]"]');
});

test("awkward strings survive a round trip", async () => {
  const rows = rowsOf(AWKWARD_TEXTS);
  const bytes = await bytesOf(encodeJson(sourceOf(rows, 3), SKELETON));
  expect(JSON.parse(bytes.toString("utf8"))).toEqual({
    outputs: rows.map((row) => row.output),
    inputs: rows.map((row) => row.input),
    logprobs: rows.map((row) => row.cumulativeLogprob),
    more: true,
  });
});

test("outputs and inputs take a pass each, and scores none, in chunks of 64 to 128 KiB", async () => {
  const rows = rowsOf(Array.from({ length: 3000 }, (_, index) => `${index} ${"y".repeat(90)}`));
  const passes: unknown[] = [];
  const source: RowSource = (columns) => {
    passes.push(columns);
    return sourceOf(rows)();
  };
  const sizes: number[] = [];
  for await (const chunk of encodeJson(source, SKELETON)) sizes.push(chunk.length);
  expect(passes).toEqual([["outputs"], ["inputs"]]);
  expect(sizes.length).toBeGreaterThan(8);
  for (const size of sizes.slice(0, -1)) {
    expect(size).toBeGreaterThanOrEqual(65_536);
    expect(size).toBeLessThan(131_072);
  }
});

test("scores before the outputs, and as many as several blocks, are those of the rows", async () => {
  const rows = rowsOf(Array.from({ length: 20_000 }, String));
  const scores = { column: "cumulativeLogprobs" } as const;
  const skeleton = ["[", scores, ",", { column: "outputs" }, ",", scores, "]"] as const;
  const [before, , after] = JSON.parse(
    (await bytesOf(encodeJson(sourceOf(rows), skeleton))).toString(),
  );
  const expected = rows.map((row) => row.cumulativeLogprob);
  expect(before).toEqual(expected);
  expect(after).toEqual(expected);
});

test("other work runs after each block of kept scores", async () => {
  const source = sourceOf(rowsOf(Array.from({ length: 100_000 }, String)));
  const skeleton = [{ column: "outputs" }, { column: "cumulativeLogprobs" }] as const;
  let cycles = 0;
  let immediate = setImmediate(function count() {
    cycles++;
    immediate = setImmediate(count);
  });
  await bytesOf(encodeJson(source, skeleton));
  clearImmediate(immediate);
  expect(cycles).toBeGreaterThanOrEqual(Math.floor(100_000 / 16_384));
});
