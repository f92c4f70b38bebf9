import type { TokenCounts } from "../core/job/estimate.ts";
import { countTokens } from "../generate/tokens.ts";
import { storedJob } from "./call-context.ts";
import { JobCache } from "./job-cache.ts";
import { outputTokensOf, promptTokens } from "./measure.ts";
import type { RowContext } from "./row-basis.ts";
import { rowsFrom } from "./rows.ts";

/** Running totals are stored after each block of this many rows, so no call recounts more rows than that. */
const CHECKPOINT_ROWS = 1024;

const checkpoints = new JobCache<TokenCounts[]>(10_000);

/**
 * Tokens of the first `rows` rows, counted from the rows themselves, so they match the results at every instant.
 * The rows are made once for this; a million rows take seconds, during which other requests are served.
 */
export async function usageOf(
  jobId: string,
  rows: number,
  context: RowContext,
): Promise<TokenCounts> {
  const sums = checkpoints.of(context.sandbox, jobId, () => [{ inputTokens: 0, outputTokens: 0 }]);
  const start = Math.min(sums.length - 1, Math.floor(rows / CHECKPOINT_ROWS));
  let { inputTokens, outputTokens } = sums[start] ?? { inputTokens: 0, outputTokens: 0 };
  let index = start * CHECKPOINT_ROWS;
  if (index === rows) return { inputTokens, outputTokens };
  const prompt = promptTokens(storedJob(context.sandbox, jobId).facts[0].submission);
  for await (const batch of rowsFrom(jobId, index, context)) {
    for (const row of batch) {
      if (index === rows) return { inputTokens, outputTokens };
      inputTokens += prompt + countTokens(row.input);
      outputTokens += outputTokensOf(row);
      index++;
      if (index % CHECKPOINT_ROWS === 0)
        sums[index / CHECKPOINT_ROWS] = { inputTokens, outputTokens };
    }
  }
  return { inputTokens, outputTokens };
}
