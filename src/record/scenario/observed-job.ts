import { isTerminal, JOB_STATES, type JobState } from "../../core/job/state.ts";
import type { Instant } from "../../core/time.ts";
import { grouped } from "../../findings/grouped.ts";
import type { ExplainedCall } from "../call.ts";
import type { JobReading } from "../job-reading.ts";

export type ObservedState = { readonly state: JobState; readonly from: Instant };

export type ObservedJob = Readonly<ReturnType<typeof observedJobs>[number]>;

/** A state's position in a job's life. A reading is stale if it ranks below the last state. */
function rankOf(state: JobState): number {
  return isTerminal(state) ? JOB_STATES.length : JOB_STATES.indexOf(state);
}

/** The jobs whose create requests are among the calls, in order of submission. */
export function observedJobs(calls: readonly ExplainedCall[], firstState: JobState) {
  const readings = grouped(
    calls.flatMap(({ readings: found }) => found),
    ({ jobId }) => jobId,
  );
  const named = grouped(calls, ({ jobId }) => jobId);
  return calls.flatMap((created) => {
    const { jobId, submission, isGood } = created;
    if (jobId === undefined || submission === undefined || !isGood) return [];
    const [own, read] = [named.get(jobId) ?? [], readings.get(jobId) ?? []];
    const createdAt = middle(created.at, created.until);
    const told = [...read, ...impliedEnd(jobId, own, read)].filter((each) => each.state);
    const states = statesIn(told, { state: firstState, from: createdAt });
    const cancel = own.find(({ use, isGood }) => use === "cancelJob" && isGood);
    const numRows = read.findLast((each) => each.numRows)?.numRows ?? submission.numInputs;
    return [
      {
        ...{ jobId, submission, createdAt, states, numRows },
        /** Time of the last reading or the start of the last state, whichever is later. */
        seenUntil: Math.max(told.at(-1)?.at ?? created.until, states.at(-1)?.from ?? 0),
        progress: progressIn(read, numRows),
        rowsFailed: read.findLast((each) => each.rowsFailed !== undefined)?.rowsFailed ?? 0,
        emptyRows: own.findLast(({ emptyRows }) => emptyRows.length > 0)?.emptyRows ?? [],
        failureReason: read.findLast((each) => each.failureReason)?.failureReason,
        cancelAt: cancel && middle(cancel.at, cancel.until),
        lateMs: lateMsIn(own, states.at(-1)),
      },
    ];
  });
}

/** A job's end if the service served its results, but no response reported the end. */
function impliedEnd(
  jobId: string,
  calls: readonly ExplainedCall[],
  readings: readonly JobReading[],
): readonly JobReading[] {
  const wasTold = readings.some(({ state }) => state !== undefined && isTerminal(state));
  const served = calls.find(({ use, isGood }) => use === "getResults" && isGood);
  if (wasTold || served === undefined) return [];
  return [{ jobId, at: served.at, until: served.until, state: "succeeded", statedMs: {} }];
}

/**
 * The observed states in order, with their start times: the first begins when the job is created.
 * If the service doesn't say when a later one began, assumes the midpoint between the two
 * requests around the change.
 */
function statesIn(
  readings: readonly JobReading[],
  first: ObservedState,
): readonly [ObservedState, ...ObservedState[]] {
  const later: ObservedState[] = [];
  let last = first;
  let since = first.from;
  const statedMs = Object.assign({}, ...readings.map((each) => each.statedMs));
  for (const reading of readings.toSorted((a, b) => a.at - b.at)) {
    const { state, at, until, rowsDone = 0 } = reading;
    if (state === undefined || rankOf(state) < rankOf(last.state)) continue;
    if (state !== last.state && !isTerminal(last.state)) {
      const stated = first.from + (statedMs[isTerminal(state) ? "ended" : state] ?? Number.NaN);
      const isExact = stated >= since && stated <= until;
      const from = isExact ? stated : middle(since, until);
      // A job with completed rows has been running, even if no response said so.
      const hasRun = rowsDone > 0 && state !== "succeeded" && state !== "running";
      if (hasRun && rankOf(last.state) < rankOf("running"))
        later.push({ state: "running", from: middle(since, from) });
      last = { state, from };
      later.push(last);
    }
    since = Math.max(at, last.from);
  }
  return [first, ...later];
}

function middle(from: Instant, to: Instant): Instant {
  return Math.round((from + Math.max(from, to)) / 2);
}

/** The share of completed rows in the last reading that shows it, and that reading's time. */
function progressIn(readings: readonly JobReading[], numRows: number | undefined) {
  const last = readings.findLast(
    ({ rowsDone = 0, state }) => rowsDone > 0 && state !== "succeeded",
  );
  if (last?.rowsDone === undefined || numRows === undefined || numRows === 0) return undefined;
  const isFinal = last.state !== undefined && isTerminal(last.state);
  return { at: middle(last.at, last.until), share: Math.min(1, last.rowsDone / numRows), isFinal };
}

/** Milliseconds from success until results were available, estimated from the requests' times. */
function lateMsIn(calls: readonly ExplainedCall[], end: ObservedState | undefined): number {
  if (end?.state !== "succeeded") return 0;
  const asked = calls.filter(({ use, at }) => use === "getResults" && at >= end.from);
  const served = asked.find(({ isGood }) => isGood);
  const refused = asked.findLast(
    ({ at, errors }) => errors.includes("results-not-ready") && at < (served?.at ?? 0),
  );
  if (served === undefined || refused === undefined) return 0;
  return middle(refused.at, served.at) - end.from;
}
