import { isTerminal } from "../../core/job/state.ts";
import { formatDuration } from "../../core/time.ts";
import {
  type CaseFile,
  endOf,
  isInterferedWith,
  type JobCase,
  lastTold,
  stateName,
} from "../case-file.ts";
import type { Observation } from "../finding.ts";
import { isPoll } from "../look.ts";
import { gapMs, MAX_FAST_POLLS, MAX_IDLE_POLLS, POLL_FLOOR_MS, showsPace } from "./pace.ts";

/** How a client follows its jobs. */
export function judgePolling(file: CaseFile): readonly Observation[] {
  return file.jobs.flatMap((jobCase) => [
    ...(showsPace(file.evidence) ? [...tooFast(jobCase), ...gaveUp(file, jobCase)] : []),
    ...afterEnd(file, jobCase),
    ...forEver(file, jobCase),
  ]);
}

function tooFast({ jobId, traces }: JobCase): Observation[] {
  const polls = traces.filter(isPoll);
  const fast = polls.filter((poll, index) => {
    const before = polls[index - 1];
    return before !== undefined && gapMs(before, poll) < POLL_FLOOR_MS;
  });
  if (fast.length < MAX_FAST_POLLS) return [];
  const gaps = polls.slice(1).map((poll, index) => gapMs(polls[index] ?? poll, poll));
  const shortest = gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY);
  const sentence = `Job ${jobId} was polled ${polls.length} times, ${fast.length} of them less than ${formatDuration(POLL_FLOOR_MS)} after the poll before, the fastest after ${formatDuration(shortest)}.`;
  return [{ id: "polled-too-fast", sentence, exchanges: fast.map(({ id }) => id), jobId }];
}

function afterEnd(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, told, traces } = jobCase;
  const end = told.find(
    ({ state, trace }) => isTerminal(state) && !isInterferedWith(jobCase, trace.at),
  );
  if (end === undefined) return [];
  const later = traces.filter(
    (trace) => trace.id > end.trace.id && isPoll(trace) && trace.use === end.trace.use,
  );
  // One more look may be a test's own.
  if (later.length < 2) return [];
  const sentence = `Job ${jobId} was polled ${later.length} more times after the client had been told that it was ${stateName(file, end.state)}.`;
  return [{ id: "polled-after-end", sentence, exchanges: later.map(({ id }) => id), jobId }];
}

function forEver(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, job, traces } = jobCase;
  const stuck = job.timeline.phases.at(-1);
  if (stuck === undefined || isTerminal(stuck.state) || job.timeline.plan.inputs === undefined)
    return [];
  const idle = traces.filter((trace) => isPoll(trace) && trace.at >= stuck.from);
  const [first, last] = [idle[0], idle.at(-1)];
  if (first === undefined || last === undefined || idle.length < MAX_IDLE_POLLS) return [];
  const sentence = `Job ${jobId} was stuck in ${stateName(file, stuck.state)}, and was polled ${idle.length} times over ${formatDuration(gapMs(first, last))} without being cancelled.`;
  return [{ id: "polled-for-ever", sentence, exchanges: idle.map(({ id }) => id), jobId }];
}

/** It stopped looking for good: had it polled on at its own pace, it would have seen the end. */
function gaveUp(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, looks, traces } = jobCase;
  const [told, end] = [lastTold(file, jobCase), endOf(jobCase)];
  const lastLook = looks.at(-1);
  if (told === undefined || end === undefined || lastLook === undefined) return [];
  const { now } = file.evidence;
  const didEnd = end <= now && jobCase.job.timeline.phases.at(-1)?.state === "succeeded";
  if (!didEnd || isTerminal(told.state) || isInterferedWith(jobCase, 0)) return [];
  if (traces.some(({ use, id }) => use === "getResults" && id > lastLook.id)) return [];
  const gaps = looks.slice(1).map((look, index) => gapMs(looks[index] ?? look, look));
  const patience = gaps.reduce((most, gap) => Math.max(most, 3 * gap), 5 * POLL_FLOOR_MS);
  if (now - lastLook.at <= patience) return [];
  const sentence = `The last look at job ${jobId} told that it was ${stateName(file, told.state)}; it succeeded ${formatDuration(Math.max(0, end - lastLook.at))} later, and nobody was there to see it.`;
  return [{ id: "gave-up", sentence, exchanges: [lastLook.id], jobId }];
}
