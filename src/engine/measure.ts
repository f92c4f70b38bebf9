import { Work } from "../codec/work.ts";
import type { ReadyInputs, Submission, SubmittedFact } from "../core/job/facts.ts";
import type { Model } from "../core/model.ts";
import { promptReader } from "../core/rows/record.ts";
import type { Row } from "../core/rows/row.ts";
import { countTokens, tokensOfBytes } from "../generate/tokens.ts";
import type { PackedRows } from "../input/packed-rows.ts";
import { SLICE_MS } from "./in-slices.ts";

/** Number of records to read before other work may run. */
const SLICE_ROWS = 16;

type Measured = Pick<SubmittedFact, "model" | "submission">;

type LongRow = { readonly index: number; readonly tokens: number };

/** Maximum number of tokens in a row: the context window also holds the system prompt. */
export function rowTokenLimit(submission: Submission, model: Model): number {
  return Math.max(0, model.contextWindow - promptTokens(submission));
}

/** Number of tokens in the system prompt, which are counted once for each row. */
export function promptTokens(submission: Submission): number {
  return countTokens(submission.systemPrompt ?? "");
}

/** Counts tokens from stored sizes. `longRow` exceeds the limit, and rows are not truncated. */
export async function measure(
  rows: PackedRows,
  { submission, model }: Measured,
  key: string,
): Promise<{ readonly inputs: ReadyInputs; readonly longRow: LongRow | undefined }> {
  const work = new Work(key);
  const limit = rowTokenLimit(submission, model);
  const prompt = promptTokens(submission);
  let inputTokens = 0;
  let longRow: LongRow | undefined;
  let index = 0;
  for (const byteLengths of textLengths(rows, submission)) {
    if (index > 0) await work.pauseAfter(SLICE_MS);
    for (const byteLength of byteLengths) {
      const tokens = tokensOfBytes(byteLength);
      if (tokens > limit && !submission.truncateRows) longRow ??= { index, tokens };
      inputTokens += prompt + Math.min(tokens, limit);
      index++;
    }
  }
  const estimatedOutputTokens = rows.length * typicalTokens(submission, model);
  return {
    inputs: { kind: "ready", numRows: rows.length, inputTokens, estimatedOutputTokens },
    longRow,
  };
}

export function typicalTokens(
  { samplingParams }: Pick<Submission, "samplingParams">,
  model: Model,
): number {
  if (model.embeddingDimensions !== undefined) return 0;
  return Math.min(samplingParams.maxTokens ?? Number.POSITIVE_INFINITY, model.typicalOutputTokens);
}

/** Number of tokens in a row's output; a vector has none. */
export function outputTokensOf({ output, vector }: Row): number {
  return vector === undefined ? countTokens(output) : 0;
}

/** Lengths in bytes of consecutive rows' text. Only rows that are not strings have to be read. */
function* textLengths(rows: PackedRows, { places = { prompt: [] } }: Submission) {
  if (rows.areStrings) return yield* rows.byteLengths();
  const promptOf = promptReader(places);
  for (const batch of rows.batches(0, SLICE_ROWS))
    yield batch.map((input) => Buffer.byteLength(promptOf(input).prompt));
}

/** Message for a row that exceeds the limit (part 8, row length). */
export function longRowMessage(
  { index, tokens }: LongRow,
  { model, submission }: Measured,
  wireName: (field: string) => string,
): string {
  const limit = rowTokenLimit(submission, model);
  return `Row ${index} has ${tokens} tokens, but the model \`${model.id}\` accepts at most ${limit} in addition to the system prompt. Shorten the row, or set \`${wireName("truncateRows")}\`.`;
}
