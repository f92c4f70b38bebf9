import { Work } from "../codec/work.ts";
import { andThen } from "../core/and-then.ts";
import { ApiError } from "../core/errors.ts";
import { isTerminal } from "../core/job/state.ts";
import { nextChangeAt } from "../core/job/view.ts";
import { type StoredJob, storedJob } from "../state/sandbox-state.ts";
import { type Call, type CallContext, isDeleted } from "./call-context.ts";
import type { Act } from "./fields.ts";
import { SLICE_MS } from "./in-slices.ts";
import { type JobRecord, jobRecord, jobRecords, RECORD_VALUES } from "./job-record.ts";
import { pageOf } from "./page.ts";
import { lineValues } from "./records/ended-rows.ts";
import { jobOf, stateOfJob } from "./view-job.ts";

/** Returns a job's state, or its record if the response uses it (assumption `status-operation`). */
export const getJobStatus: Act<"getJobStatus"> = (context, call) => {
  const job = jobOf(context, call.fields);
  if (RECORD_VALUES.some(call.reads))
    return jobRecord(context, job, call.reads).then((view) => ({ kind: "view", view }));
  return andThen(stateOfJob(context, job), (state) => ({
    kind: "view",
    view: { jobId: job.jobId, state },
  }));
};

/** Returns a job's record (assumption `job-operation`). */
export const getJob: Act<"getJob"> = async (context, call) => {
  const stored = jobOf(context, call.fields);
  const job = await jobRecord(context, stored, call.reads);
  const lines = call.fields.withLines === true ? await lineValues(context, stored) : null;
  return { kind: "view", view: { job: { ...job, lines }, baseUrl: call.server().baseUrl } };
};

/** Returns all job records or one page, newest first (assumption `list-operation`). */
export const listJobs: Act<"listJobs"> = async (context, call) => {
  const all = [...context.sandbox.state.jobs.values()].reverse().filter((job) => !isDeleted(job));
  const jobs = await inStates(context, all, call.fields.states);
  const { page, ...others } = pageOf(jobs, ({ jobId }) => jobId, call);
  const view = {
    jobs: await jobRecords(context, page, call.reads),
    baseUrl: call.server().baseUrl,
  };
  return { kind: "view", view: { ...view, ...others } };
};

async function inStates(
  context: CallContext,
  jobs: readonly StoredJob[],
  states: string | readonly string[] | undefined,
): Promise<readonly StoredJob[]> {
  if (states === undefined) return jobs;
  const wanted = [states].flat();
  const found = await Promise.all(jobs.map((job) => stateOfJob(context, job)));
  const isWanted = found.map((state) => wanted.includes(context.rules.wireState(state)));
  return jobs.filter((_, index) => isWanted[index]);
}

/** Requests cancellation of a job, even of one that has ended (interface document, part 4.3). */
export const cancelJob: Act<"cancelJob"> = (context, { fields, reads, server }) => {
  const { jobId } = jobOf(context, fields, "unknown-job-on-cancel");
  const { sandbox } = context;
  const at = sandbox.clock.now();
  sandbox.record({ kind: "factAdded", jobId, fact: { type: "cancelRequested", at } });
  if (!reads("job")) return { kind: "view", view: { jobId } };
  const record = jobRecord({ ...context, now: at }, storedJob(sandbox.state, jobId), reads);
  return record.then((job) => {
    return { kind: "view", view: { jobId, job, baseUrl: server().baseUrl } };
  });
};

export const deleteJob: Act<"deleteJob"> = async (context, call) => {
  const job = jobOf(context, call.fields);
  const { jobId } = job;
  const state = await stateOfJob(context, job);
  if (!isTerminal(state)) {
    const message = `Job \`${jobId}\` is ${context.rules.wireState(state)}; only a job that has ended can be deleted.`;
    throw new ApiError("job-not-ended", message);
  }
  const { sandbox } = context;
  const at = sandbox.clock.now();
  sandbox.record({ kind: "factAdded", jobId, fact: { type: "deleted", at } });
  return { kind: "view", view: { jobId } };
};

/** Maximum time between two updates, in milliseconds on the sandbox's clock. */
const UPDATE_EVERY_MS = 1000;

/** Streams a job's progress until it is in a terminal state (assumption `progress-operation`). */
export const streamJobProgress: Act<"streamJobProgress"> = (context, call) => {
  // Later updates are stale even if the first one isn't.
  if (context.lag?.stale !== undefined) context.lag.stale.isSeen = true;
  return { kind: "lines", updates: updatesOf(context, jobOf(context, call.fields), call) };
};

async function* updatesOf(context: CallContext, job: StoredJob, call: Call) {
  const { clock, readings, timelines } = context.sandbox;
  const signal = call.closed();
  const reads = (name: string): boolean => call.reads("tokensPerSecond") || call.reads(name);
  let before: JobRecord | undefined;
  // Pauses for other work, because a `poll` clock doesn't make updates wait.
  const work = new Work(context.sandbox.name);
  for (let now = context.now; !signal.aborted && !clock.isClosed; now = clock.now()) {
    const record = await jobRecord({ ...context, now }, job, reads);
    yield {
      ...record,
      tokensPerSecond: tokensPerSecond(record, now),
      hasChanged: before?.state !== record.state || before.rowsCompleted !== record.rowsCompleted,
    };
    before = record;
    if (isTerminal(record.state)) return;
    await readings.untilNextChange(job.jobId, now);
    const next = nextChangeAt(timelines.of(job.jobId), now) ?? Number.POSITIVE_INFINITY;
    const who = `The progress stream of job \`${job.jobId}\``;
    await clock.waitUntil(Math.min(next, now + UPDATE_EVERY_MS), signal, who);
    await work.pauseAfter(SLICE_MS);
  }
}

/** Mean throughput from the job's start until its end or, if it is still running, until now. */
function tokensPerSecond(record: JobRecord, now: number): number {
  const { inputTokens, outputTokens, startedAt, completedAt } = record;
  const elapsedMs = startedAt === null ? 0 : (completedAt ?? now) - startedAt;
  return elapsedMs <= 0 ? 0 : Math.round((inputTokens + outputTokens) / (elapsedMs / 1000));
}
