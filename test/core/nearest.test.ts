import { expect, test } from "@jest/globals";
import { nearest } from "../../src/core/nearest.ts";

test("the allowed difference between words can be limited", () => {
  expect(nearest("propertyOrder", ["propertyNames"])).toBe("propertyNames");
  expect(nearest("propertyOrder", ["propertyNames"], 1 / 5)).toBe(undefined);
  expect(nearest("propretyNmaes", ["propertyNames"], 1 / 5)).toBe("propertyNames");
});

test.each([
  ["promt", ["id", "prompt", "answer"], "prompt"],
  ["porn mpt", ["prompt"], undefined],
  ["pormpt", ["prompt"], "prompt"],
  ["PROMPT", ["prompts", "prompt"], "prompt"],
  ["input", ["output", "inputs"], "inputs"],
  ["ab", ["ba"], "ba"],
  ["x", ["y"], "y"],
  ["", ["prompt"], undefined],
  ["zebra", ["id", "prompt"], undefined],
  ["happy-pth", ["happy-path", "slow-job"], "happy-path"],
  ["cat", ["bat", "hat"], "bat"],
  ["anything", [], undefined],
])("the nearest candidate for %j in %j is %j", (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected);
});

test("the first candidates are compared, up to a limit of work", () => {
  const others = Array.from({ length: 10_000 }, (_, index) => `candidate ${index + 10_000}`);
  expect(nearest("promt", ["prompt", ...others])).toBe("prompt");
  expect(nearest("another cndidate", [...others, "another candidate"])).toBe(undefined);
  expect(nearest("x".repeat(1001), ["x".repeat(1000)])).toBe(undefined);
});
