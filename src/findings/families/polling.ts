import { isTerminal } from "../../core/job/state.ts";
import { viewAt } from "../../core/job/view.ts";
import { formatDuration } from "../../core/time.ts";
import type { Trace } from "../../core/trace.ts";
import { type CaseFile, isForcedBetween, type JobCase, stateName } from "../case-file.ts";
import { isAfterEndOf } from "../client-width.ts";
import type { Observation } from "../finding.ts";
import { runsOf } from "../grouped.ts";
import { asksForResults, isPoll, succeeded, type Told } from "../status-reads.ts";
import { judgeGivingUp } from "./giving-up.ts";
import {
  gapMs,
  gapsIn,
  isClockStalled,
  MAX_FAST_POLLS,
  MAX_IDLE_POLLS,
  POLL_FLOOR_MS,
  showsPace,
  TOLERANCE_MS,
} from "./pace.ts";
import { MAX_WATCHERS } from "./retry-chains.ts";

/** Judges how a client follows a job. */
export function judgePolling(file: CaseFile, jobCase: JobCase): readonly Observation[] {
  return [
    ...(showsPace(file.evidence) ? tooFast(jobCase) : []),
    ...judgeGivingUp(file, jobCase),
    ...afterEnd(file, jobCase),
    ...forever(file, jobCase),
  ];
}

function tooFast({ jobId, traces }: JobCase): Observation[] {
  const polls = traces.filter(isPoll);
  // A single short interval may be a coincidence.
  const runs = runsOf(polls, isTooFast).filter(({ length }) => length > MAX_FAST_POLLS);
  const fast = runs.flatMap(([, ...later]) => later);
  if (fast.length === 0) return [];
  const { shortest } = gapsIn(polls);
  const sentence = `The client polled job ${jobId} ${polls.length} times, ${fast.length} of them less than ${formatDuration(POLL_FLOOR_MS)} after the previous poll. The shortest interval was ${formatDuration(shortest)}.`;
  return [{ id: "polled-too-fast", sentence, exchanges: fast.map(({ id }) => id), jobId }];
}

/** After a failure, a client may repeat the poll sooner; its backoff is judged instead. */
function isTooFast(before: Trace, poll: Trace): boolean {
  return succeeded(before) && gapMs(before, poll) < POLL_FLOOR_MS - TOLERANCE_MS;
}

function afterEnd(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId } = jobCase;
  const later = pollsAfterEnd(jobCase);
  const [first] = later;
  // A single one may come from the test itself, and each worker that follows the job learns of its end by itself.
  const most = Math.max(2, Math.min(file.width, MAX_WATCHERS));
  if (first === undefined || later.length < most) return [];
  const sentence = `The client polled job ${jobId} ${later.length} more times after it had been told that the job was ${stateName(file, first.end.state)}.`;
  return [{ id: "polled-after-end", sentence, exchanges: later.map(({ poll }) => poll.id), jobId }];
}

/** A cancel request, even a late one, and a state that the test forces give the client a reason to ask again. */
function pollsAfterEnd({ job, told, traces }: JobCase): { end: Told; poll: Trace }[] {
  const toldBy = new Map(told.map((each) => [each.trace.id, each]));
  const later: { end: Told; poll: Trace }[] = [];
  let end: Told | undefined;
  for (const [index, trace] of traces.entries()) {
    const isSuspended =
      trace.use === "cancelJob" || (end !== undefined && isForcedBetween(job, end.trace, trace));
    if (isSuspended) end = undefined;
    const now = toldBy.get(trace.id);
    if (end === undefined) end = now !== undefined && isFinal(job, now) ? now : undefined;
    // An SDK may look where the results are before it downloads them.
    else if (asksForResults(traces[index + 1] ?? trace)) continue;
    else if (isPoll(trace) && trace.use === end.trace.use && isAfterEndOf(end.trace, trace))
      later.push({ end, poll: trace });
  }
  return later;
}

/** A client that is told of late results may ask where they are. */
function isFinal({ timeline }: JobCase["job"], { state, trace }: Told): boolean {
  return isTerminal(state) && viewAt(timeline, trace.at).results.kind !== "notReady";
}

function forever(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, job, traces } = jobCase;
  const stuck = job.timeline.phases.at(-1);
  if (stuck === undefined || isTerminal(stuck.state)) return [];
  if (isClockStalled(file, jobCase)) return [];
  const cancelId = traces.find(({ use }) => use === "cancelJob")?.id ?? Number.POSITIVE_INFINITY;
  const polls = traces.filter((trace) => isPoll(trace) && trace.id < cancelId);
  const idle = polls.filter(({ at }) => at >= stuck.from);
  const [first, last] = [idle[0], idle.at(-1)];
  if (first === undefined || last === undefined || idle.length < MAX_IDLE_POLLS) return [];
  const sentence = `The client polled job ${jobId} ${polls.length} times without canceling it. The job was stuck in ${stateName(file, stuck.state)} for the last ${idle.length} of them, over ${formatDuration(gapMs(first, last))}.`;
  const cure = foreverCure(file);
  return [{ id: "polled-forever", sentence, exchanges: idle.map(({ id }) => id), jobId, cure }];
}

function foreverCure({ evidence }: CaseFile): string {
  const cancel = evidence.contract.operations.find(({ use }) => use === "cancelJob");
  const how = cancel === undefined ? "" : ` with ${cancel.method} ${cancel.path}`;
  return `Give polling a deadline. When it passes, cancel the job${how}, and report it.`;
}
