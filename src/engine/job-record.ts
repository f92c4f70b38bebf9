import { costUsd, type Estimate, estimateOf } from "../core/job/estimate.ts";
import type { JobState } from "../core/job/state.ts";
import type { Timeline } from "../core/job/timeline.ts";
import { viewAt } from "../core/job/view.ts";
import type { Instant } from "../core/time.ts";
import type { StoredJob } from "../state/stored-job.ts";
import type { CallContext } from "./call-context.ts";
import { mapInSlices } from "./in-slices.ts";
import { prepareTimelines } from "./prepare-timelines.ts";
import { usageOf } from "./usage.ts";
import { seenAt } from "./view-job.ts";

/** A job's record at an instant (assumption `job-operation`). Absent values are null. */
export type JobRecord = {
  readonly jobId: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly state: JobState;
  readonly modelId: string;
  readonly jobPriority: 0 | 1;
  readonly numRows: number;
  readonly rowsCompleted: number;
  /** For the completed rows. */
  readonly inputTokens: number;
  /** For the completed rows. */
  readonly outputTokens: number;
  /** For the completed rows, in US dollars. */
  readonly costUsd: number;
  /** Only for a dry run. */
  readonly costEstimate: Estimate | null;
  readonly dryRun: boolean;
  readonly createdAt: Instant;
  readonly addedAt: Instant | null;
  readonly startedAt: Instant | null;
  readonly completedAt: Instant | null;
  readonly failureReason: string | null;
};

/** A job's current record; waits for a fetch in progress if its outcome can change that. */
export async function jobRecord(context: CallContext, job: StoredJob): Promise<JobRecord> {
  const { readings, timelines } = context.sandbox;
  await readings.of(job.jobId, seenAt(context, job));
  return recordOf(context, job, timelines.of(job.jobId));
}

/** The records of all jobs, newest first, as of one version of the state. */
export async function allJobRecords(context: CallContext): Promise<readonly JobRecord[]> {
  const { readings, state, timelines } = context.sandbox;
  await readings.all(context.now);
  await prepareTimelines(timelines);
  const [jobs, version] = [[...state.jobs.values()].reverse(), timelines.asOfNow()];
  return mapInSlices(jobs, (job) => recordOf(context, job, version.of(job)));
}

async function recordOf(
  context: CallContext,
  job: StoredJob,
  timeline: Timeline,
): Promise<JobRecord> {
  const view = viewAt(timeline, seenAt(context, job));
  const [{ submission, model }] = job.facts;
  const { inputs } = timeline.plan;
  const usage = await usageOf(job.jobId, view.rowsCompleted, context);
  return {
    jobId: job.jobId,
    name: submission.name ?? null,
    description: submission.description ?? null,
    state: view.state,
    modelId: model.id,
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
    completedAt: view.completedAt ?? null,
    failureReason: view.failureReason ?? null,
  };
}
