import { isTerminal } from "../../core/job/state.ts";
import { formatDuration } from "../../core/time.ts";
import type { Trace } from "../../core/trace.ts";
import { type CaseFile, endOf, isInterferedWith, lastTold, stateName } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import type { JobCase } from "../job-cases.ts";
import { asksForResults, isPoll, succeeded, type Told } from "../status-reads.ts";
import { gapMs, MAX_FAST_POLLS, MAX_IDLE_POLLS, POLL_FLOOR_MS, showsPace } from "./pace.ts";
import { BUSY_STATUSES } from "./statuses.ts";

/** Judges how a client follows a job. */
export function judgePolling(file: CaseFile, jobCase: JobCase): readonly Observation[] {
  return [
    ...(showsPace(file.evidence) ? tooFast(jobCase) : []),
    ...gaveUp(file, jobCase),
    ...afterEnd(file, jobCase),
    ...forever(file, jobCase),
  ];
}

function tooFast({ jobId, traces }: JobCase): Observation[] {
  const polls = traces.filter(isPoll);
  const fast = polls.filter((poll, index) => {
    const before = polls[index - 1];
    // After a refusal, the backoff is judged instead.
    if (before === undefined || BUSY_STATUSES.has(before.status)) return false;
    return gapMs(before, poll) < POLL_FLOOR_MS;
  });
  if (fast.length < MAX_FAST_POLLS) return [];
  const gaps = polls.slice(1).map((poll, index) => gapMs(polls[index] ?? poll, poll));
  const shortest = gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY);
  const sentence = `The client polled job ${jobId} ${polls.length} times, ${fast.length} of them less than ${formatDuration(POLL_FLOOR_MS)} after the previous poll. The shortest interval was ${formatDuration(shortest)}.`;
  return [{ id: "polled-too-fast", sentence, exchanges: fast.map(({ id }) => id), jobId }];
}

function afterEnd(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId } = jobCase;
  const later = pollsAfterEnd(jobCase);
  const [first] = later;
  // A single one may come from the test itself.
  if (first === undefined || later.length < 2) return [];
  const sentence = `The client polled job ${jobId} ${later.length} more times after it had been told that the job was ${stateName(file, first.end.state)}.`;
  return [{ id: "polled-after-end", sentence, exchanges: later.map(({ poll }) => poll.id), jobId }];
}

/** A cancel request, even a late one, and a state that the test forces give the client a reason to ask again. */
function pollsAfterEnd({ job, told, traces }: JobCase): { end: Told; poll: Trace }[] {
  const ends = new Map(
    told.filter(({ state }) => isTerminal(state)).map((each) => [each.trace.id, each]),
  );
  const later: { end: Told; poll: Trace }[] = [];
  let end: Told | undefined;
  for (const trace of traces) {
    if (trace.use === "cancelJob" || (end !== undefined && isForced(job, end.trace, trace)))
      end = undefined;
    if (end === undefined) end = ends.get(trace.id);
    else if (isPoll(trace) && trace.use === end.trace.use) later.push({ end, poll: trace });
  }
  return later;
}

function isForced({ facts }: JobCase["job"], from: Trace, to: Trace): boolean {
  return facts.some(({ type, at }) => type === "forced" && at >= from.at && at <= to.at);
}

function forever(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, job, traces } = jobCase;
  const stuck = job.timeline.phases.at(-1);
  if (stuck === undefined || isTerminal(stuck.state)) return [];
  const polls = traces.filter(isPoll);
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

/** The client stopped looking for good: if it had kept polling at its own pace, it would have seen the success. */
function gaveUp(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, job, looks, traces } = jobCase;
  const [told, end] = [lastTold(file, jobCase), endOf(jobCase)];
  const lastLook = looks.at(-1);
  if (told === undefined || end === undefined || lastLook === undefined) return [];
  const didEnd = end <= file.evidence.now && job.timeline.phases.at(-1)?.state === "succeeded";
  if (!didEnd || isTerminal(told.state) || isInterferedWith(jobCase, 0)) return [];
  if (traces.some((trace) => asksForResults(trace) && trace.id > lastLook.id)) return [];
  if (!isGone(file, looks, end)) return [];
  const before = `The last response about job ${jobId} said that it was ${stateName(file, told.state)}`;
  const when =
    end > told.trace.at
      ? `The job succeeded ${formatDuration(end - told.trace.at)} later`
      : "The job had already succeeded by then";
  const sentence = `${before}${laterFailure(told, lastLook)}. ${when}, and the client never learned of it.`;
  const exchanges = [...new Set([told.trace.id, lastLook.id])];
  return [{ id: "gave-up", sentence, exchanges, jobId }];
}

function laterFailure({ trace }: Told, { id, status }: Trace): string {
  if (id <= trace.id) return "";
  return status === 0
    ? ", and the last poll got no response"
    : `, and the last poll failed with ${status}`;
}

/**
 * * Whether a client has stopped looking at a job that ended at `end`. If its pace is visible, it has been silent for much
 * longer than before; on other clocks, it was still making other requests after the job had ended.
 */
function isGone({ evidence }: CaseFile, looks: readonly Trace[], end: number): boolean {
  const last = looks.at(-1);
  if (last === undefined) return false;
  if (!showsPace(evidence)) {
    // A client whose retries all failed had reason to give up: on such a clock, each retry moved the time.
    const latest = evidence.traces.at(-1) ?? last;
    return succeeded(last) && latest.id > last.id && latest.at >= end;
  }
  const gaps = looks.slice(1).map((look, index) => gapMs(looks[index] ?? look, look));
  const patience = gaps.reduce((most, gap) => Math.max(most, 3 * gap), 5 * POLL_FLOOR_MS);
  return evidence.now - last.at > patience;
}
