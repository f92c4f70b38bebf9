import { describe, expect, test } from "@jest/globals";
import type { Row } from "../../src/core/rows/row.ts";
import { createRowGenerator, type RowSettings } from "../../src/generate/generator.ts";
import { settings } from "./settings.ts";

/**
 * The sum of squared deviations from a uniform distribution, each divided by the expected count.
 */
function chiSquare(values: readonly (number | string)[], categories: number): number {
  const counts = new Map<number | string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const expected = values.length / categories;
  let sum = (categories - counts.size) * expected;
  for (const count of counts.values()) sum += (count - expected) ** 2 / expected;
  return sum;
}

async function outputsOf(change: Partial<RowSettings>, inputs: readonly string[]): Promise<Row[]> {
  const generator = await createRowGenerator({ ...settings, ...change });
  return inputs.map((input, index) => generator.row(index, input));
}

const DIGITS: Partial<RowSettings> = {
  jsonSchema: { enum: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
};

const BEGINNINGS = 12;

function beginningOf({ output }: Row): string {
  return output.slice(0, output.indexOf("."));
}

// Chance exceeds these limits once in a thousand times.
describe("outputs are uniformly distributed over", () => {
  test.each<[string, Partial<RowSettings>, (i: number) => string]>([
    ["rows with a seed each", { ...DIGITS, randomSeedPerInput: true }, () => "same"],
    ["numbered inputs", DIGITS, (i) => `input ${i}`],
  ])("%s, and so are pairs of neighbors", async (_name, change, inputOf) => {
    const inputs = Array.from({ length: 4000 }, (_, i) => inputOf(i));
    const digits = (await outputsOf(change, inputs)).map((row) => Number(row.output));
    const pairs = digits.slice(1).map((digit, i) => (digits[i] ?? 0) * 10 + digit);
    expect(chiSquare(digits, 10)).toBeLessThan(27.9);
    expect(chiSquare(pairs, 100)).toBeLessThan(148.3);
  });

  test("the openings of an output, across rows", async () => {
    const inputs = Array.from({ length: 6000 }, () => "Refund request");
    const rows = await outputsOf({ randomSeedPerInput: true }, inputs);
    expect(chiSquare(rows.map(beginningOf), BEGINNINGS)).toBeLessThan(31.3);
  });

  test("the openings of an output, across seeds", async () => {
    const seeds = Array.from({ length: 3000 }, (_, seed) => seed);
    const rows = await Promise.all(seeds.map((seed) => outputsOf({ seed }, ["Refund request"])));
    expect(chiSquare(rows.flat().map(beginningOf), BEGINNINGS)).toBeLessThan(31.3);
  });

  test("the decimals of log probabilities", async () => {
    const inputs = Array.from({ length: 5000 }, (_, i) => `input ${i}`);
    const rows = await outputsOf({}, inputs);
    const decimals = rows.map(
      ({ cumulativeLogprob }) => Math.floor(-cumulativeLogprob * 1000) % 10,
    );
    expect(chiSquare(decimals, 10)).toBeLessThan(27.9);
  });
});
