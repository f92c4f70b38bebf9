import { costUsd, estimateOf, type TokenCounts } from "../core/job/estimate.ts";
import type { InputProblem, InputsOutcome } from "../core/job/facts.ts";
import type { JobState } from "../core/job/state.ts";
import type { Timeline } from "../core/job/timeline.ts";
import { enteredAt, type JobView, viewAt } from "../core/job/view.ts";
import { endCounts } from "../core/rows/end-counts.ts";
import type { Instant } from "../core/time.ts";
import { countTokens } from "../generate/tokens.ts";
import { type StoredJob, storedJob } from "../state/sandbox-state.ts";
import type { CallContext, Reads, RowContext } from "./call-context.ts";
import { writtenFileIds } from "./files/find-file.ts";
import { mapInSlices, prepareTimelines } from "./in-slices.ts";
import { jobCache } from "./job-cache.ts";
import { outputTokensOf, promptTokens } from "./measure.ts";
import { rowsIn } from "./rows.ts";
import { seenAt, seenJob } from "./view-job.ts";

/** A job's values for response templates; absent values are null (assumption `job-operation`). */
export type JobRecord = Awaited<ReturnType<typeof recordOf>>;

/** Names of values that require a job's record, which takes longer to compute than its state. */
export const RECORD_VALUES: readonly string[] = [
  "name description modelId rowModel jobPriority numRows rowsCompleted inputTokens outputTokens costUsd costEstimate",
  "dryRun createdAt addedAt startedAt runningAt finalizingAt completedAt failureReason cancelRequestedAt expiresAt",
  "succeededAt failedAt canceledAt expiredAt problems inputFileId lines outputFileId errorFileId kept hasResults counts",
].flatMap((names) => names.split(" "));

/** Names of values that require generating the job's rows. */
const USAGE = ["inputTokens", "outputTokens", "costUsd"];

const NO_TOKENS = { inputTokens: 0, outputTokens: 0 };

/** A job's current record; waits for a fetch in progress that can change the record. */
export async function jobRecord(context: CallContext, job: StoredJob, reads: Reads) {
  return seenJob(context, job, (timeline) => recordOf(context, job, timeline, reads), reads);
}

export async function jobRecords(context: CallContext, jobs: readonly StoredJob[], reads: Reads) {
  const { readings, timelines, name } = context.sandbox;
  await readings.all(context.now);
  await prepareTimelines(timelines);
  const version = timelines.asOfNow();
  return mapInSlices(jobs, (job) => recordOf(context, job, version.of(job), reads), name);
}

async function recordOf(context: CallContext, job: StoredJob, timeline: Timeline, reads: Reads) {
  const at = seenAt(context, job, reads);
  const view = viewAt(timeline, at);
  const [{ submission, model }] = job.facts;
  const { inputs, windowMs, createdAt } = timeline.plan;
  const usage = USAGE.some((name) => reads(name))
    ? await usageOf(job.jobId, view.rowsCompleted, context)
    : NO_TOKENS;
  const endedAs = (end: JobState): Instant | null =>
    view.state === end ? (view.completedAt ?? null) : null;
  return {
    jobId: job.jobId,
    name: submission.name ?? null,
    description: submission.description ?? null,
    state: view.state,
    modelId: model.id,
    rowModel: (inputs?.kind === "ready" && inputs.rowModel) || null,
    jobPriority: submission.jobPriority,
    numRows: view.numRows,
    rowsCompleted: view.rowsCompleted,
    ...usage,
    costUsd: costUsd(model, usage),
    costEstimate: submission.dryRun && inputs?.kind === "ready" ? estimateOf(model, inputs) : null,
    dryRun: submission.dryRun,
    createdAt: view.createdAt,
    addedAt: view.addedAt ?? null,
    startedAt: view.startedAt ?? null,
    runningAt: enteredAt(timeline, "running", at) ?? null,
    finalizingAt: enteredAt(timeline, "finalizing", at) ?? null,
    completedAt: view.completedAt ?? null,
    failureReason: view.failureReason ?? null,
    cancelRequestedAt: enteredAt(timeline, "cancelling", at) ?? null,
    expiresAt: windowMs === undefined ? null : createdAt + windowMs,
    hasResults: view.results.kind === "ready",
    counts: endCounts(view, inputs),
    succeededAt: endedAs("succeeded"),
    failedAt: endedAs("failed"),
    canceledAt: endedAs("cancelled"),
    expiredAt: endedAs("expired"),
    problems: problemsOf(context, view, inputs),
    ...writtenFileIds(context.rules.files?.outputs ?? [], job, view),
    inputFileId: submission.source.kind === "file" ? submission.source.fileId : null,
    lines: null,
    kept: submission.kept ?? {},
  };
}

function problemsOf(
  { rules }: CallContext,
  { state, failureReason = "" }: JobView,
  inputs: InputsOutcome | undefined,
): readonly InputProblem[] | null {
  if (state !== "failed") return null;
  if (inputs?.kind === "refused" && inputs.problems !== undefined) return inputs.problems;
  const code = rules.files?.problems.failed?.code ?? "failed";
  return [{ code, message: failureReason, line: null, param: null }];
}

/** Totals are stored after each block of rows, so that no call recounts more than one block. */
const BLOCK_ROWS = 1024;

type Totals = { readonly blocks: TokenCounts[]; last: TokenCounts & { readonly rows: number } };

/** Each job's token counts up to the end of each block, and up to the row last asked for. */
const totals = jobCache<Totals>(10_000);

/** Counts the rows' actual tokens, so that the totals match the results at every instant. */
async function usageOf(jobId: string, rows: number, context: RowContext): Promise<TokenCounts> {
  const known = totals(context.sandbox, jobId, () => ({
    blocks: [NO_TOKENS],
    last: { ...NO_TOKENS, rows: 0 },
  }));
  const { blocks, last } = known;
  const block = Math.min(blocks.length - 1, Math.floor(rows / BLOCK_ROWS));
  const isLastNearer = last.rows <= rows && last.rows >= block * BLOCK_ROWS;
  let { inputTokens, outputTokens } = isLastNearer ? last : (blocks[block] ?? NO_TOKENS);
  let index = isLastNearer ? last.rows : block * BLOCK_ROWS;
  if (index === rows) return { inputTokens, outputTokens };
  const prompt = promptTokens(storedJob(context.sandbox.state, jobId).facts[0].submission);
  for await (const batch of rowsIn(jobId, { from: index, to: rows }, context)) {
    for (const row of batch) {
      inputTokens += prompt + countTokens(row.input);
      outputTokens += outputTokensOf(row);
      index++;
      if (index % BLOCK_ROWS === 0) blocks[index / BLOCK_ROWS] = { inputTokens, outputTokens };
    }
  }
  known.last = { inputTokens, outputTokens, rows };
  return { inputTokens, outputTokens };
}
