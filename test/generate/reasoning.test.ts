import { expect, test } from "@jest/globals";
import { rngFor } from "../../src/core/rng.ts";
import { writeReasoning } from "../../src/generate/prose/write-reasoning.ts";
import { countTokens } from "../../src/generate/tokens.ts";
import { words } from "./words.ts";

const ROWS = Array.from({ length: 400 }, (_, i) => i);

function reasoningFor(answer: string, maxTokens: number, code = "en"): string[] {
  const language = words.languages.find((it) => it.code === code);
  if (language === undefined) throw new RangeError(`Expected words in ${code}.`);
  return ROWS.map((i) => writeReasoning(rngFor(1, i), { language, answer, maxTokens }));
}

test.each(words.languages.map(({ code }) => code))(
  "reasoning in %s contains its answer, opens in at least 20 ways, and varies in length",
  (code) => {
    const all = reasoningFor('{"label":"$& positive"}', 10_000, code);
    expect(all.filter((text) => !text.includes('{"label":"$& positive"}'))).toEqual([]);
    expect(new Set(all.map((text) => text.split("\n")[0])).size).toBeGreaterThanOrEqual(20);
    const lengths = all.map(({ length }) => length);
    expect(Math.max(...lengths) / Math.min(...lengths)).toBeGreaterThan(20);
  },
);

test.each([0, 1, 5, 20, 60])("reasoning has at most %i tokens", (maxTokens) => {
  const all = reasoningFor("positive", maxTokens);
  expect(Math.max(...all.map(countTokens))).toBeLessThanOrEqual(maxTokens);
});

test("reasoning keeps its answer as long as there is room for it", () => {
  expect(reasoningFor("positive", 20).filter((text) => !text.includes("positive"))).toEqual([]);
});

test("reasoning about a long answer contains its beginning, cut between characters", () => {
  const [text = ""] = reasoningFor(`${"a".repeat(999)}🎉${"b".repeat(500)}`, 10_000);
  expect(text).toContain(`${"a".repeat(999)}…`);
});
