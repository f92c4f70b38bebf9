import { isTerminal } from "../core/job/state.ts";
import type { JsonObject } from "../core/json.ts";
import type { StoredJob } from "../state/stored-job.ts";
import type { Answer, Call } from "./answer.ts";
import type { CallContext } from "./call-context.ts";
import { type JobFields, jobOf } from "./job-lookup.ts";
import { type JobRecord, jobRecord } from "./job-record.ts";
import { nextChangeOf } from "./view-job.ts";

/** Time between two updates if nothing else happens. */
const UPDATE_EVERY_MS = 1000;

/** A job's progress until it reaches a terminal state (assumption `progress-operation`). */
export function streamJobProgress(context: CallContext, call: Call<JobFields>): Answer {
  return { kind: "lines", updates: updatesOf(context, jobOf(context, call), call) };
}

async function* updatesOf(
  context: CallContext,
  job: StoredJob,
  call: Pick<Call, "closed" | "reads">,
): AsyncGenerator<JsonObject> {
  const { clock } = context.sandbox;
  const signal = call.closed();
  const reads = (name: string): boolean => call.reads("tokensPerSecond") || call.reads(name);
  let before: JobRecord | undefined;
  for (let now = context.now; !signal.aborted && !clock.isClosed; now = clock.now()) {
    const record = await jobRecord({ ...context, now }, job, reads);
    yield {
      ...record,
      tokensPerSecond: tokensPerSecond(record, now),
      hasChanged: hasChanged(before, record),
    };
    before = record;
    if (isTerminal(record.state)) return;
    await context.sandbox.readings.untilNextChange(job.jobId, now);
    const next = nextChangeOf(context.sandbox, job.jobId, now) ?? Number.POSITIVE_INFINITY;
    const who = `The progress stream of job \`${job.jobId}\``;
    await clock.waitUntil(Math.min(next, now + UPDATE_EVERY_MS), signal, who);
  }
}

function hasChanged(before: JobRecord | undefined, { state, rowsCompleted }: JobRecord): boolean {
  return before?.state !== state || before.rowsCompleted !== rowsCompleted;
}

/** Mean throughput since the job entered the starting state. */
function tokensPerSecond(record: JobRecord, now: number): number {
  const { inputTokens, outputTokens, startedAt, completedAt } = record;
  const elapsedMs = startedAt === null ? 0 : (completedAt ?? now) - startedAt;
  return elapsedMs <= 0 ? 0 : Math.round((inputTokens + outputTokens) / (elapsedMs / 1000));
}
