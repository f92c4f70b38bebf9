import { Work } from "../codec/work.ts";
import type { ReadyInputs, Submission } from "../core/job/facts.ts";
import type { Model, SamplingParams } from "../core/model.ts";
import { promptReader } from "../core/rows/record.ts";
import type { Row } from "../core/rows/row.ts";
import { countTokens, tokensOfBytes } from "../generate/tokens.ts";
import type { PackedRows } from "../input/packed-rows.ts";
import { SLICE_MS } from "./in-slices.ts";
import type { InputsReading } from "./submission.ts";

/** Number of records to read before other work may run. */
const SLICE_ROWS = 16;

/** Maximum number of tokens in a row: the context window also holds the system prompt. */
export function rowTokenLimit(submission: Submission, model: Model): number {
  return Math.max(0, model.contextWindow - promptTokens(submission));
}

/** Number of tokens in the system prompt; they count once for each row. */
export function promptTokens(submission: Submission): number {
  return countTokens(submission.systemPrompt ?? "");
}

/**
 * Counts tokens from stored sizes. `tooLong` names the first row over the limit (part 8, row
 * length), unless the job truncates its rows.
 */
export async function measure(
  rows: PackedRows,
  { submission, model, context, call }: InputsReading,
): Promise<{ readonly inputs: ReadyInputs; readonly tooLong: string | undefined }> {
  const work = new Work(context.sandbox.name);
  const limit = rowTokenLimit(submission, model);
  const prompt = promptTokens(submission);
  let inputTokens = 0;
  let tooLong: string | undefined;
  let index = 0;
  for (const byteLengths of textLengths(rows, submission)) {
    if (index > 0) await work.pauseAfter(SLICE_MS);
    for (const byteLength of byteLengths) {
      const tokens = tokensOfBytes(byteLength);
      if (tokens > limit && !submission.truncateRows)
        tooLong ??= `Row ${index} has ${tokens} tokens, but the model \`${model.id}\` accepts at most ${limit} in addition to the system prompt. Shorten the row, or set \`${call.wireName("truncateRows")}\`.`;
      inputTokens += prompt + Math.min(tokens, limit);
      index++;
    }
  }
  const estimatedOutputTokens = rows.length * typicalTokens(model, submission.samplingParams);
  return {
    inputs: { kind: "ready", numRows: rows.length, inputTokens, estimatedOutputTokens },
    tooLong,
  };
}

export function typicalTokens(model: Model, { maxTokens }: SamplingParams): number {
  if (model.embeddingDimensions !== undefined) return 0;
  return Math.min(maxTokens ?? Number.POSITIVE_INFINITY, model.typicalOutputTokens);
}

/** Number of tokens in a row's output; a vector has none. */
export function outputTokensOf({ output, vector }: Row): number {
  return vector === undefined ? countTokens(output) : 0;
}

/** Lengths, in bytes, of consecutive rows' texts. Reads only rows that are not strings. */
function* textLengths(rows: PackedRows, { places = { prompt: [] } }: Submission) {
  if (rows.areStrings) return yield* rows.byteLengths();
  const promptOf = promptReader(places);
  for (const batch of rows.batches(0, SLICE_ROWS))
    yield batch.map((input) => Buffer.byteLength(promptOf(input).prompt));
}
