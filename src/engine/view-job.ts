import { ApiError } from "../core/errors.ts";
import type { JobState } from "../core/job/state.ts";
import type { Timeline } from "../core/job/timeline.ts";
import { type JobView, jobStateAt, viewAt } from "../core/job/view.ts";
import type { Instant } from "../core/time.ts";
import type { StoredJob } from "../state/sandbox-state.ts";
import { type CallContext, isDeleted, type Reads } from "./call-context.ts";
import type { FieldsOf } from "./fields.ts";

/** A job as clients see it now; waits for a fetch in progress that can change the view. */
export function viewJob(context: CallContext, job: StoredJob): JobView | Promise<JobView> {
  return seenJob(context, job, viewAt, (name) => name === "hasResults");
}

/** A job's state as clients see it now; waits like `viewJob`. */
export function stateOfJob(context: CallContext, job: StoredJob): JobState | Promise<JobState> {
  return seenJob(context, job, jobStateAt, () => false);
}

/** Like `viewJob`, but returns the result of `see`. `reads` tells which values are needed. */
export function seenJob<Seen>(
  context: CallContext,
  job: StoredJob,
  see: (timeline: Timeline, at: Instant) => Seen,
  reads: Reads,
): Seen | Promise<Seen> {
  const { readings, timelines } = context.sandbox;
  const at = seenAt(context, job, reads);
  const pending = readings.of(job.jobId, at);
  const seen = (): Seen => see(timelines.of(job.jobId), at);
  return pending === undefined ? seen() : pending.then(seen);
}

/** The instant at which clients see a job: now, unless reads lag behind writes. */
export function seenAt(context: CallContext, job: StoredJob, reads: Reads): Instant {
  const { sandbox, rules, now, lag } = context;
  if (lag?.stale === undefined) return now;
  const seen = Math.max(now - lag.stale.behindMs, job.facts[0].at);
  const hasProgress = ["rowsCompleted", "counts", "outputTokens", "costUsd"].some(reads);
  const hasResults = ["outputFileId", "errorFileId", "hasResults"].some(reads);
  const [old, current] = [seen, now].map((at) => {
    const { state, results, rowsCompleted } = viewAt(sandbox.timelines.of(job.jobId), at);
    return `${rules.wireState(state)} ${hasResults && results.kind} ${hasProgress && rowsCompleted}`;
  });
  if (old !== current) lag.stale.isSeen = true;
  return seen;
}

/** The job with this ID. Throws an ApiError with `code` if no such job is visible to clients. */
export function jobOf(
  { sandbox, lag }: CallContext,
  { jobId }: FieldsOf<"getJobStatus">,
  code: "unknown-job" | "unknown-job-on-cancel" = "unknown-job",
): StoredJob {
  const job = sandbox.state.jobs.get(jobId);
  if (job !== undefined && jobId !== lag?.hiddenJobId && !isDeleted(job)) return job;
  throw new ApiError(code, unknownJobMessage(jobId));
}

export function unknownJobMessage(jobId: string): string {
  return `Job \`${jobId}\` does not exist.`;
}

export function unknownDatasetMessage(datasetId: string): string {
  const hint = datasetId.includes("://") ? " Only http and https URLs are fetched." : "";
  return `Dataset \`${datasetId}\` does not exist.${hint}`;
}
