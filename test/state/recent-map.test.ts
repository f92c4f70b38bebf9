import { expect, test } from "@jest/globals";
import { recentMap } from "../../src/state/timelines.ts";

test("a recent map keeps at least the given number of values, and at most twice as many", () => {
  const map = recentMap<object, number>(2);
  const keys = Array.from({ length: 5 }, () => ({}));
  const known = () => keys.map((key) => map.get(key));
  for (const [index, key] of keys.slice(0, 4).entries()) map.set(key, index);
  expect(known()).toEqual([0, 1, 2, 3, undefined]);
  map.set(keys[4] ?? {}, 4);
  expect(known()).toEqual([undefined, undefined, 2, 3, 4]);
});
