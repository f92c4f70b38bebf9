import { lastOf } from "../../core/job/phase.ts";
import { isTerminal } from "../../core/job/state.ts";
import { viewAt } from "../../core/job/view.ts";
import { formatDuration } from "../../core/time.ts";
import type { Trace } from "../../core/trace.ts";
import {
  type CaseFile,
  isForcedBetween,
  type JobCase,
  lastTold,
  stateName,
  wasReported,
} from "../case-file.ts";
import { isAfterEndOf } from "../client-width.ts";
import type { Observation } from "../finding.ts";
import { grouped, runsOf } from "../grouped.ts";
import { asksForResults, isPoll, isTemporary, succeeded, type Told } from "../status-reads.ts";
import { gapMs, gapsIn, isClockStalled, POLL_FLOOR_MS, showsPace, TOLERANCE_MS } from "./pace.ts";
import { MAX_WATCHERS } from "./retry.ts";

/** Maximum acceptable number of consecutive polls at intervals below the minimum. */
const MAX_FAST_POLLS = 3;

/** A client that polls this many times without a change counts as polling forever. */
const MIN_IDLE_POLLS = 100;

export function judgePolling(file: CaseFile, jobCase: JobCase): readonly Observation[] {
  const givenUp = gaveUp(file, jobCase);
  return [
    ...(showsPace(file.evidence) ? tooFast(jobCase) : []),
    ...(givenUp.length > 0 ? givenUp : abandoned(file, jobCase)),
    ...afterEnd(file, jobCase),
    ...forever(file, jobCase),
  ];
}

function tooFast({ jobId, traces }: JobCase): Observation[] {
  const polls = traces.filter(isPoll);
  // A few short intervals may be a coincidence.
  const runs = runsOf(polls, isTooFast).filter(({ length }) => length > MAX_FAST_POLLS);
  const fast = runs.flatMap(([, ...later]) => later);
  if (fast.length === 0) return [];
  const { shortest } = gapsIn(polls);
  const sentence = `The client polled job ${jobId} ${polls.length} times, and ${fast.length} of these polls came less than ${formatDuration(POLL_FLOOR_MS)} after the previous one. The shortest interval was ${formatDuration(shortest)}.`;
  return [{ id: "polled-too-fast", sentence, exchanges: fast, jobId }];
}

/** After a failure, a client may repeat the poll sooner; its backoff is judged instead. */
function isTooFast(before: Trace, poll: Trace): boolean {
  return succeeded(before) && gapMs(before, poll) < POLL_FLOOR_MS - TOLERANCE_MS;
}

function afterEnd(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId } = jobCase;
  // A single repeated poll may come from the test itself, and each worker that follows the job has
  // to learn of its end.
  const most = Math.max(2, Math.min(file.width, MAX_WATCHERS));
  const byEnd = [...grouped(pollsAfterEnd(jobCase), ({ end }) => end).values()];
  const later = byEnd.filter(({ length }) => length >= most).flat();
  const [first] = later;
  if (first === undefined) return [];
  const sentence = `The client polled job ${jobId} ${later.length} more times after it had been told that the job was ${stateName(file, first.end.state)}.`;
  return [{ id: "polled-after-end", sentence, exchanges: later.map(({ poll }) => poll), jobId }];
}

/** Polls after a reported end, unless a cancel request or a forced state is a reason to poll. */
function pollsAfterEnd({ job, told, traces }: JobCase): { end: Told; poll: Trace }[] {
  const toldBy = new Map(told.map((each) => [each.trace.id, each]));
  const later: { end: Told; poll: Trace }[] = [];
  // A client that read the final status may still request the job itself, then also with its rows.
  const ends = new Map<string, Told>();
  for (const [index, trace] of traces.entries()) {
    const [first] = ends.values();
    const isForced = first !== undefined && isForcedBetween(job, first.trace, trace);
    if (trace.use === "cancelJob" || isForced) ends.clear();
    const kind = `${trace.use} ${trace.hasRows}`;
    const [now, end] = [toldBy.get(trace.id), ends.get(kind)];
    // A poll without a readable response may be repeated.
    if (now === undefined) continue;
    // An SDK may look up where the results are before it downloads them.
    const isLookup = trace.hasRows !== true && asksForResults(traces[index + 1] ?? trace);
    if (end === undefined) {
      if (isFinal(job, now)) ends.set(kind, now);
    } else if (isPoll(trace) && !isLookup && isAfterEndOf(end.trace, trace))
      later.push({ end, poll: trace });
  }
  return later;
}

/** Whether a client can stop polling: the job has ended, and its results aren't still pending. */
function isFinal({ timeline }: JobCase["job"], { state, trace }: Told): boolean {
  return isTerminal(state) && viewAt(timeline, trace.at).results.kind !== "notReady";
}

function forever(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, job, traces } = jobCase;
  const stuck = lastOf(job.timeline.phases);
  if (isTerminal(stuck.state) || isClockStalled(file, jobCase)) return [];
  const cancelId = traces.find(({ use }) => use === "cancelJob")?.id ?? Number.POSITIVE_INFINITY;
  const polls = traces.filter((trace) => isPoll(trace) && trace.id < cancelId);
  const idle = polls.filter(({ at }) => at >= stuck.from);
  const [first, last] = [idle[0], idle.at(-1)];
  if (first === undefined || last === undefined || idle.length < MIN_IDLE_POLLS) return [];
  const sentence = `The client polled job ${jobId} ${polls.length} times without canceling it. During the last ${idle.length} polls (${formatDuration(gapMs(first, last))}), the job was stuck in ${stateName(file, stuck.state)}.`;
  const cancel = file.evidence.contract.operations.find(({ use }) => use === "cancelJob");
  const how = cancel === undefined ? "" : ` with ${cancel.method} ${cancel.path}`;
  const cure = `Set a deadline for polling. When it passes, cancel the job${how}, and report the timeout.`;
  return [{ id: "polled-forever", sentence, exchanges: idle, jobId, cure }];
}

/** Finds a client that stopped polling before it could see how the job ended. */
function gaveUp(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, job, looks, traces } = jobCase;
  const [told, lastLook] = [lastTold(file, jobCase), looks.at(-1)];
  const { state, from: end } = lastOf(job.timeline.phases);
  if (told === undefined || lastLook === undefined || isTerminal(told.state)) return [];
  if (job.facts.some(({ type }) => type === "forced")) return [];
  if (traces.some((trace) => asksForResults(trace) && trace.id > lastLook.id)) return [];
  if (!isGone(file, looks, end)) return [];
  const name = stateName(file, told.state);
  const hasCanceled = traces.some(({ use }) => use === "cancelJob");
  // A client that polled on in this state knows that it isn't the end.
  const isNew = jobCase.told.filter((it) => it.state === "cancelling").length < ENOUGH_TRIES;
  if (told.state === "cancelling" && told.trace === lastLook && !hasCanceled && isNew) {
    const sentence = `The client was told that job ${jobId} was ${name}, and stopped polling.`;
    return [{ id: "cancelling-taken-for-end", sentence, exchanges: [lastLook], jobId }];
  }
  if (state !== "succeeded" || end > file.evidence.now) return [];
  if (job.facts.some(({ type }) => type === "cancelRequested")) return [];
  const when =
    end > told.trace.at
      ? `The job succeeded ${formatDuration(end - told.trace.at)} after it was reported as ${name}`
      : `The job had already succeeded when it was reported as ${name}`;
  const sentence = `The client was last told that job ${jobId} was ${name}${laterFailure(told, lastLook)}. ${when}, but the client never learned of its success.`;
  return [{ id: "gave-up", sentence, exchanges: [told.trace, lastLook], jobId }];
}

function laterFailure({ trace }: Told, { id, status }: Trace): string {
  if (id <= trace.id) return "";
  return status === 0
    ? ", and the client's last poll got no response"
    : `, and the client's last poll failed with ${status}`;
}

/**
 * Whether a client has stopped polling a job that ended at `end`. If the clock shows the client's
 * pace, the client must have paused for much longer than before; otherwise, it must not have polled
 * the job since the end.
 */
function isGone({ evidence }: CaseFile, looks: readonly Trace[], end: number): boolean {
  const last = looks.at(-1);
  // A client whose retries all failed had reason to give up.
  if (last === undefined || failedAtEnd(looks).length >= ENOUGH_TRIES) return false;
  if (!showsPace(evidence)) {
    // On a `poll` clock, more polls would have moved the clock to the job's end.
    const latest = evidence.traces.at(-1) ?? last;
    const hasEnded = evidence.clock.mode === "poll" || (latest.id > last.id && latest.at >= end);
    return succeeded(last) && hasEnded;
  }
  const patience = Math.max(5 * POLL_FLOOR_MS, 3 * gapsIn(looks).longest);
  return evidence.now - last.at > patience;
}

/** Number of unsuccessful polls or result requests after which a client may give up on a job. */
export const ENOUGH_TRIES = 3;

function failedAtEnd(looks: readonly Trace[]): readonly Trace[] {
  return looks.slice(looks.findLastIndex((look) => !isTemporary(look)) + 1);
}

/** Finds a client that gave up after a few temporary failures instead of retrying once more. */
function abandoned(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, looks, traces, told } = jobCase;
  const failed = failedAtEnd(looks);
  const last = failed.at(-1);
  // A single failure is reported as `not-retried`.
  if (last === undefined || failed.length < 2 || failed.length >= ENOUGH_TRIES) return [];
  if (told.some(({ state }) => isTerminal(state)) || traces.some(({ id }) => id > last.id))
    return [];
  const hasListed = file.evidence.traces.some(({ use, id }) => use === "listJobs" && id > last.id);
  if (hasListed || wasReported(file, jobId, last.id)) return [];
  const statuses = failed.map(({ status }) => (status === 0 ? "no response" : status)).join(", ");
  const sentence = `The last ${failed.length} polls of job ${jobId} failed (${statuses}), and the client sent no more requests about that job.`;
  return [{ id: "gave-up", sentence, exchanges: failed, jobId }];
}
