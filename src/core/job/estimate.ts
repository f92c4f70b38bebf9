import type { Model } from "../model.ts";
import type { ReadyInputs } from "./facts.ts";

/** Numbers of tokens in a job, or in its completed part. */
export type TokenCounts = { readonly inputTokens: number; readonly outputTokens: number };

/**
 * The price of tokens in US dollars, rounded to a billionth: fine enough that a small job costs
 * something, and coarse enough to hide floating-point noise. More tokens never cost less.
 */
export function costUsd(model: Model, { inputTokens, outputTokens }: TokenCounts): number {
  const perMillion =
    inputTokens * model.inputPricePerMillionTokens +
    outputTokens * model.outputPricePerMillionTokens;
  return Math.round(perMillion * 1000) / 1e9;
}

/** The tokens that a job with these inputs would use, and their price; the result of a dry run. */
export function estimateOf(model: Model, inputs: ReadyInputs): TokenCounts & { costUsd: number } {
  const { inputTokens, estimatedOutputTokens: outputTokens } = inputs;
  return { inputTokens, outputTokens, costUsd: costUsd(model, { inputTokens, outputTokens }) };
}
