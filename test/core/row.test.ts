import { expect, test } from "@jest/globals";
import { type Row, rowsWithout } from "../../src/core/rows/row.ts";

const rows: Row[] = ["a", "b", "c", "d", "e"].map((input) => ({
  input,
  output: "",
  cumulativeLogprob: 0,
}));

async function* inBatches() {
  yield rows.slice(0, 2);
  yield rows.slice(2, 4);
  yield rows.slice(4);
}

test.each([
  [0, "bcde"],
  [1, "acde"],
  [2, "abde"],
  [4, "abcd"],
  [5, "abcde"],
])("rows without row %i, in any number of passes", async (index, expected) => {
  const without = rowsWithout(inBatches, index);
  for (let pass = 0; pass < 2; pass++) {
    let found = "";
    for await (const batch of without()) for (const { input } of batch) found += input;
    expect(found).toBe(expected);
  }
});
