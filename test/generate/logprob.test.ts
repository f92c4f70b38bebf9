import { expect, test } from "@jest/globals";
import { rngFor } from "../../src/core/rng.ts";
import { cumulativeLogprob } from "../../src/generate/generated-row.ts";

const of = (tokens: number, temperature?: number, seed = 1): number =>
  cumulativeLogprob(rngFor(seed, "test"), tokens, temperature);

test("no tokens have log probability 0", () => {
  expect(Object.is(of(0), 0)).toBe(true);
});

test("every additional token decreases the sum, even beyond the drawn ones", () => {
  const sums = Array.from({ length: 300 }, (_, tokens) => of(tokens));
  expect(sums.filter((sum, i) => i > 0 && sum >= (sums[i - 1] ?? 0))).toEqual([]);
});

test("a higher temperature decreases the sum", () => {
  const sums = [0, 0.3, 0.7, 1, 1.5, 2].map((temperature) => of(20, temperature));
  expect(sums).toEqual([...sums].sort((a, b) => b - a));
  expect(new Set(sums).size).toBe(6);
});

test("an omitted temperature is 1, and one above 2 counts as 2", () => {
  expect(of(20)).toBe(of(20, 1));
  expect(of(20, 5)).toBe(of(20, 2));
});

test("it has 6 decimals, so that every file format holds the same number", () => {
  for (const tokens of [1, 7, 64, 65, 1000, 100_000]) {
    expect(of(tokens)).toBe(Number(of(tokens).toFixed(6)));
  }
});

test("other draws give another sum", () => {
  const sums = Array.from({ length: 100 }, (_, seed) => of(20, 1, seed));
  expect(new Set(sums).size).toBe(100);
});
