import { expect, test } from "@jest/globals";
import { costUsd, estimateOf } from "../../src/core/job/estimate.ts";
import { MODEL } from "./job-builder.ts";

test("a job costs its tokens times the model's prices per million", () => {
  expect(costUsd(MODEL, { inputTokens: 1_000_000, outputTokens: 500_000 })).toBe(2);
});

test("a single token has a price without floating-point noise", () => {
  const model = { ...MODEL, inputPricePerMillionTokens: 0.02, outputPricePerMillionTokens: 0.1 };
  expect(costUsd(model, { inputTokens: 1, outputTokens: 0 })).toBe(0.00000002);
  expect(costUsd(model, { inputTokens: 0, outputTokens: 3 })).toBe(0.0000003);
});

test("the estimate for a dry run counts the inputs and their expected outputs", () => {
  const inputs = {
    kind: "ready",
    numRows: 2,
    inputTokens: 40,
    estimatedOutputTokens: 160,
  } as const;
  expect(estimateOf(MODEL, inputs)).toEqual({
    inputTokens: 40,
    outputTokens: 160,
    costUsd: 0.00036,
  });
});
