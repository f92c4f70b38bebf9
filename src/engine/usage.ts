import { countTokens } from "../generate/tokens.ts";
import { promptTokens } from "./measure.ts";
import { type RowContext, rowsFrom } from "./rows.ts";
import type { Job } from "./world.ts";

/** Tokens that the first rows of a job have cost. */
export type Usage = { readonly inputTokens: number; readonly outputTokens: number };

/** Sums up to every so manieth row are kept, so that no instant's usage counts more rows than this anew. */
const CHECKPOINT_ROWS = 1024;

const checkpoints = new WeakMap<Job, Usage[]>();

/**
 * Tokens of the first `rows` rows, counted from the rows themselves: they agree with the results at every instant.
 * Rows are made for it once; a million of them take seconds, in which other requests are served.
 */
export async function usageOf(job: Job, rows: number, context: RowContext): Promise<Usage> {
  const sums = checkpoints.get(job) ?? [{ inputTokens: 0, outputTokens: 0 }];
  checkpoints.set(job, sums);
  const start = Math.min(sums.length - 1, Math.floor(rows / CHECKPOINT_ROWS));
  let { inputTokens, outputTokens } = sums[start] ?? { inputTokens: 0, outputTokens: 0 };
  let index = start * CHECKPOINT_ROWS;
  if (index === rows) return { inputTokens, outputTokens };
  const prompt = promptTokens(job.facts[0].submission);
  for await (const batch of rowsFrom(job, index, context)) {
    for (const row of batch) {
      if (index === rows) return { inputTokens, outputTokens };
      inputTokens += prompt + countTokens(row.input);
      outputTokens += countTokens(row.output);
      index++;
      if (index % CHECKPOINT_ROWS === 0)
        sums[index / CHECKPOINT_ROWS] = { inputTokens, outputTokens };
    }
  }
  return { inputTokens, outputTokens };
}
