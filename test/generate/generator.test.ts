import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Row, rowWith } from "../../src/core/rows/row.ts";
import {
  createRowGenerator,
  type RowGenerator,
  type RowSettings,
} from "../../src/generate/generator.ts";
import { countTokens } from "../../src/generate/tokens.ts";
import { codePoint } from "../support/code-point.ts";
import { model, REVIEW, reasoningModel, settings } from "./settings.ts";

const INPUTS = Array.from({ length: 40 }, (_, i) => `Review ${i}: the parcel was late.`);

async function outputs(change: Partial<RowSettings>, inputs = INPUTS): Promise<string[]> {
  const generator = await createRowGenerator({ ...settings, ...change });
  return inputs.map((input, index) => generator.row(index, input).output);
}

/** A row with its scores, which are otherwise computed lazily. */
function wholeRow(generator: RowGenerator, index: number, input = INPUTS[index] ?? ""): Row {
  return rowWith(generator.row(index, input), {});
}

describe("a row", () => {
  test("is the same from another generator with equal settings", async () => {
    const [one, other] = await Promise.all([
      createRowGenerator(settings),
      createRowGenerator(settings),
    ]);
    expect(INPUTS.map((_, i) => wholeRow(one, i))).toEqual(
      INPUTS.map((_, i) => wholeRow(other, i)),
    );
  });

  test("does not depend on earlier rows", async () => {
    const generator = await createRowGenerator({ ...settings, randomSeedPerInput: true });
    const forwards = INPUTS.map((_, i) => wholeRow(generator, i));
    const backwards = INPUTS.map((_, k) => wholeRow(generator, INPUTS.length - 1 - k)).reverse();
    expect(backwards).toEqual(forwards);
  });

  test("keeps its input unchanged, whatever characters it contains", async () => {
    const generator = await createRowGenerator(settings);
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (input) => {
        const row = generator.row(0, input);
        expect(row.input).toBe(input);
        expect(Buffer.from(row.output).toString()).toBe(row.output);
        expect(row.output).not.toBe("");
        expect(row.cumulativeLogprob).toBeLessThan(0);
      }),
    );
  });

  test("has no longer output for a megabyte of input", async () => {
    const generator = await createRowGenerator(settings);
    const row = generator.row(0, "refund ".repeat(150_000));
    expect(countTokens(row.output)).toBeLessThan(100);
  });
});

describe("equal inputs", () => {
  test("get equal outputs by default", async () => {
    const [first, second] = await outputs({}, [REVIEW, REVIEW]);
    expect(second).toBe(first);
  });

  test("get their own outputs if each input has a seed", async () => {
    const all = await outputs({ randomSeedPerInput: true }, Array(20).fill(REVIEW));
    expect(new Set(all).size).toBe(20);
  });

  test("get equal outputs at temperature 0 even if each input has a seed", async () => {
    const change = { randomSeedPerInput: true, samplingParams: { temperature: 0 } };
    const all = await outputs(change, Array(20).fill(REVIEW));
    expect(new Set(all).size).toBe(1);
  });
});

describe("outputs change with", () => {
  test.each<[string, Partial<RowSettings>]>([
    ["another sandbox seed", { seed: 2 }],
    ["another model", { model: { ...model, id: "model-3.3-70b" } }],
    ["a system prompt", { systemPrompt: "Answer briefly." }],
    ["an empty system prompt", { systemPrompt: "" }],
    ["a seed in the sampling parameters", { samplingParams: { seed: 7 } }],
    ["a temperature", { samplingParams: { temperature: 0.5 } }],
    ["a nucleus", { samplingParams: { topP: 0.9 } }],
    ["a seed per input", { randomSeedPerInput: true }],
  ])("%s", async (_name, change) => {
    const plain = await outputs({});
    const changed = await outputs(change);
    expect(changed.filter((output, i) => output === plain[i])).toEqual([]);
  });
});

describe("maxTokens", () => {
  test.each([1, 2, 3, 5, 20, 1000])(
    "of %i limits every output, and none is empty",
    async (maxTokens) => {
      const all = await outputs({ samplingParams: { maxTokens } });
      expect(all.filter((output) => output === "" || countTokens(output) > maxTokens)).toEqual([]);
    },
  );

  test("cuts the output that it would have without it", async () => {
    const [full, cut] = await Promise.all([
      outputs({}),
      outputs({ samplingParams: { maxTokens: 10 } }),
    ]);
    expect(cut.every((output, i) => full[i]?.startsWith(output))).toBe(true);
    expect(cut.map((output) => countTokens(output))).toEqual(INPUTS.map(() => 10));
  });

  test("of 0 leaves an empty output with log probability 0", async () => {
    const generator = await createRowGenerator({ ...settings, samplingParams: { maxTokens: 0 } });
    expect(wholeRow(generator, 0, REVIEW)).toEqual({
      input: REVIEW,
      output: "",
      cumulativeLogprob: 0,
    });
  });

  test("limits the content and reasoning of a reasoning model together", async () => {
    const samplingParams = { maxTokens: 9 };
    for (const output of await outputs({ model: reasoningModel, samplingParams })) {
      const { content, reasoning_content: reasoning } = JSON.parse(output);
      expect(content).not.toBe("");
      expect(reasoning).not.toBe("");
      expect(countTokens(content) + countTokens(reasoning)).toBeLessThanOrEqual(9);
    }
  });
});

describe("cumulativeLogprob of a row", () => {
  test("decreases with every token of the same output", async () => {
    const rows = await Promise.all(
      Array.from({ length: 80 }, async (_, i) => {
        const samplingParams = { maxTokens: i + 1 };
        const long = { ...model, typicalOutputTokens: 200 };
        const generator = await createRowGenerator({ ...settings, model: long, samplingParams });
        return generator.row(0, REVIEW).cumulativeLogprob;
      }),
    );
    expect(rows.filter((value, i) => i > 0 && value >= (rows[i - 1] ?? 0))).toEqual([]);
  });
});
