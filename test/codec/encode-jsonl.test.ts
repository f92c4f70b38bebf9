import { expect, test } from "@jest/globals";
import { encodeJsonl } from "../../src/codec/encode-lines.ts";
import type { NamedColumn } from "../../src/core/rows/row.ts";
import { bytesOf, rowsOf, sourceOf } from "./support.ts";

const COLUMNS: readonly NamedColumn[] = [
  { column: "outputs", name: "job-1" },
  { column: "cumulativeLogprobs", name: "logprob" },
];

test("each row is a line with one object whose keys are the column names in order", async () => {
  const bytes = await bytesOf(encodeJsonl(sourceOf(rowsOf(["a", 'b"\n'])), { columns: COLUMNS }));
  expect(bytes.toString("utf8")).toBe(
    `{"job-1":"[a]","logprob":${-1 / 7}}\n{"job-1":"[b\\"\\n]","logprob":${-2 / 7}}\n`,
  );
});

test("a job without rows gives an empty file", async () => {
  expect((await bytesOf(encodeJsonl(sourceOf([]), { columns: COLUMNS }))).byteLength).toBe(0);
});
