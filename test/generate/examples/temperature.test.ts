import { expect, test } from "@jest/globals";
import { answersTo, rowsFor } from "./values.ts";

test("at temperature 0, a seed, a nucleus, and a seed per input change nothing", async () => {
  const samplingParams = { temperature: 0 };
  const greedy = await answersTo("Where is it?", { samplingParams, randomSeedPerInput: false });
  const changed = { temperature: 0, seed: 7, topP: 0.5 };
  expect(await answersTo("Where is it?", { samplingParams: changed })).toEqual(greedy);
  expect(new Set(greedy).size).toBe(1);
});

const CHOICES = 1000;

test.each([
  [0, 1, 1],
  [0.3, 0.8, 1],
  [1, 0.55, 0.75],
  [2, 0, 0.3],
])(
  "at temperature %d, equal inputs often have the same label",
  async (temperature, least, most) => {
    const team = { enum: ["red", "green", "blue", "gray"] };
    const sample = { samplingParams: { temperature }, count: CHOICES };
    const rows = await rowsFor({ team }, "Hello there", sample);
    const counts = new Map<unknown, number>();
    for (const row of rows) counts.set(row["team"], (counts.get(row["team"]) ?? 0) + 1);
    const share = Math.max(...counts.values()) / CHOICES;
    expect(share).toBeGreaterThanOrEqual(least);
    expect(share).toBeLessThanOrEqual(most);
  },
);

test.each([
  [0.1, 1, 4],
  [0.5, 5, 20],
  [1, 26, 40],
])("at temperature %d, answers to equal inputs begin alike", async (temperature, least, most) => {
  const outputs = await answersTo("Refund it", { samplingParams: { temperature }, count: 100 });
  const count = new Set(outputs.map((output) => output.slice(0, output.indexOf("“")))).size;
  expect(count).toBeGreaterThanOrEqual(least);
  expect(count).toBeLessThanOrEqual(most);
});
