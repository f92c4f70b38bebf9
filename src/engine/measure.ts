import type { Submission } from "../core/job/facts.ts";
import type { Model, SamplingParams } from "../core/model.ts";
import type { Row } from "../core/rows/row.ts";
import { countTokens } from "../generate/tokens.ts";

/** Maximum number of tokens in a row: the context window also holds the system prompt. */
export function rowTokenLimit(submission: Submission, model: Model): number {
  return Math.max(0, model.contextWindow - promptTokens(submission));
}

/** Number of tokens in the system prompt; they count once for each row. */
export function promptTokens(submission: Submission): number {
  return countTokens(submission.systemPrompt ?? "");
}

export function typicalTokens(model: Model, { maxTokens }: SamplingParams): number {
  if (model.embeddingDimensions !== undefined) return 0;
  return Math.min(maxTokens ?? Number.POSITIVE_INFINITY, model.typicalOutputTokens);
}

/** Number of tokens in a row's output; a vector has none. */
export function outputTokensOf({ output, vector }: Row): number {
  return vector === undefined ? countTokens(output) : 0;
}
