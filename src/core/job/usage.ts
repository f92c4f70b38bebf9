import type { Model } from "../model.ts";
import type { ReadyInputs } from "./facts.ts";

/** Tokens of a job, or of the part of it that is done. */
export type TokenCounts = { readonly inputTokens: number; readonly outputTokens: number };

/** What a job would use if it ran. */
export type Estimate = TokenCounts & { readonly costUsd: number };

/**
 * The price of tokens in US dollars, rounded to a billionth: below the price of a single token, so that
 * a small job costs something, and above the noise of floating point. Never less for more tokens.
 */
export function costUsd(model: Model, { inputTokens, outputTokens }: TokenCounts): number {
  const perMillion =
    inputTokens * model.inputPricePerMillionTokens +
    outputTokens * model.outputPricePerMillionTokens;
  return Math.round(perMillion * 1000) / 1e9;
}

/** What a job with those inputs would use: the answer to a dry run. */
export function estimateOf(model: Model, inputs: ReadyInputs): Estimate {
  const tokens = {
    inputTokens: inputs.inputTokens,
    outputTokens: inputs.estimatedOutputTokens,
  };
  return { ...tokens, costUsd: costUsd(model, tokens) };
}
