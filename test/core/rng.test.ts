import { expect, test } from "@jest/globals";
import { hash32, type Rng, RngFamily, rngFor } from "../../src/core/rng.ts";

/** The 99.9th percentile of the chi-squared distribution with 9, 99, and 255 degrees of freedom. */
const CHI_SQUARE = { 10: 27.88, 100: 148.23, 256: 330.52 } as const;

const GOLDEN = {
  seed: [0.6527600816916674, 0.785975998500362, 791],
  row: [0.42486369679681957, 0.6689735911786556, 458],
  hash: 737052141,
};

const ROWS = Array.from({ length: 20_000 }, (_, row) => row);

test("the first draws of adjacent rows are uniformly distributed", () => {
  const digits = ROWS.map((row) => rngFor(1, "row", row).below(10));
  expect(chiSquare(digits, 10)).toBeLessThan(CHI_SQUARE[10]);
});

test("the first draws of two adjacent rows are independent", () => {
  const digits = ROWS.map((row) => rngFor(1, "row", row).below(10));
  const pairs = digits.slice(1).map((digit, row) => 10 * (digits[row] ?? 0) + digit);
  expect(chiSquare(pairs, 100)).toBeLessThan(CHI_SQUARE[100]);
});

test("the draws of adjacent seeds are independent", () => {
  const pairs = ROWS.map((seed) => 10 * rngFor(seed).below(10) + rngFor(seed + 1).below(10));
  expect(chiSquare(pairs, 100)).toBeLessThan(CHI_SQUARE[100]);
});

test("the draws of one stream are uniformly distributed", () => {
  const rng = rngFor(1, "stream");
  expect(
    chiSquare(
      ROWS.map(() => rng.below(256)),
      256,
    ),
  ).toBeLessThan(CHI_SQUARE[256]);
});

test("every bit in the hashes of adjacent keys is set half the time", () => {
  const hashes = ROWS.map((row) => hash32(1, "row", row));
  const shares = Array.from({ length: 32 }, (_, bit) => {
    return hashes.filter((hash) => (hash >>> bit) & 1).length / hashes.length;
  });
  expect(shares.filter((share) => Math.abs(share - 0.5) > 0.015)).toEqual([]);
});

test("a seed gives the same draws again, and another seed gives others", () => {
  expect(draws(rngFor(1, "row", 7))).toEqual(draws(rngFor(1, "row", 7)));
  expect(draws(rngFor(1, "row", 7))).not.toEqual(draws(rngFor(2, "row", 7)));
});

test("keys are distinguished by their parts and the parts' types", () => {
  const keys = [["ab"], ["a", "b"], ["a", "b", ""], ["", "ab"], [1], ["1"], [1, 1], [11], []];
  const firsts = keys.map((key) => rngFor(1, ...key).next());
  expect(new Set(firsts).size).toBe(keys.length);
});

test("draws are pinned, because changing these numbers changes every user's results", () => {
  expect(draws(rngFor(1))).toEqual(GOLDEN.seed);
  expect(draws(rngFor(1, "row", 0, "an input"))).toEqual(GOLDEN.row);
  expect(hash32(1, "job", "job-1")).toBe(GOLDEN.hash);
});

test("a draw stays within its bounds and reaches both", () => {
  const rng = rngFor(1, "bounds");
  const dice = ROWS.map(() => rng.between(1, 6));
  expect([Math.min(...dice), Math.max(...dice)]).toEqual([1, 6]);
  const below = ROWS.map(() => rng.below(3));
  expect([...new Set(below)].sort()).toEqual([0, 1, 2]);
  expect(ROWS.every(() => rng.below(1) === 0)).toBe(true);
});

test("a probability of 0 is never true, 1 always, and 0.25 in a quarter of the draws", () => {
  const rng = rngFor(1, "chance");
  expect(ROWS.some(() => rng.chance(0))).toBe(false);
  expect(ROWS.every(() => rng.chance(1))).toBe(true);
  expect(ROWS.filter(() => rng.chance(0.25)).length / ROWS.length).toBeCloseTo(0.25, 1.9);
});

test("pick returns one of the items, and throws if there are none", () => {
  expect(rngFor(1, "pick").pick(["only"])).toBe("only");
  expect(() => rngFor(1, "pick").pick([])).toThrow(
    new RangeError("Expected `items` to have at least one item."),
  );
});

function draws(rng: Rng): number[] {
  return [rng.next(), rng.next(), rng.below(1000)];
}

function chiSquare(values: readonly number[], bins: number): number {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const expected = values.length / bins;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

test("a family opens the same streams", () => {
  const expected = rngFor(1, "row", 7, "naïve", 3).next();
  expect(new RngFamily(1, "row", 7).rng("naïve", 3).next()).toBe(expected);
});
