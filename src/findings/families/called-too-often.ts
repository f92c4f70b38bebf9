import { formatDuration } from "../../core/time.ts";
import type { Trace } from "../../core/trace.ts";
import type { CaseFile } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import { runsOf } from "../grouped.ts";
import { type Observed, observedIn } from "../observed.ts";
import { isDownload, isPoll, isSuccess } from "../status-reads.ts";
import { namedJob } from "./retry-chains.ts";

/** How many equal requests with equal responses a worker may send within the period. */
const MOST = 29;

/** On the wall clock: on every clock, such requests tell the client nothing. */
const PERIOD_MS = 10_000;

/** Judges tight loops. Other families judge polls, downloads, and requests that failed. */
export function judgeCallRate({ equalRequests, width }: CaseFile): Observed {
  return observedIn(equalRequests, (same) => calledTooOften(same, MOST * width));
}

function calledTooOften(same: readonly Trace[], most: number): Observation[] {
  if (same.length <= most) return [];
  const burst = runsOf(same.filter(isJudgedHere), isSameResponse)
    .filter((run) => run.some((trace, index) => isTooSoon(run[index - most], trace)))
    .reduce<readonly Trace[]>((longest, run) => (run.length > longest.length ? run : longest), []);
  const [first, last] = [burst[0], burst.at(-1)];
  if (first === undefined || last === undefined) return [];
  const durationMs = Math.max(1, last.wallAt - first.wallAt);
  const rate = Math.max(1, Math.round((burst.length * 1000) / durationMs));
  const sentence = `The client sent ${first.method} ${first.url} ${burst.length} times within ${formatDuration(durationMs)}, ${rate} times per second, and got the same response each time.`;
  const exchanges = burst.map(({ id }) => id);
  return [
    { id: "called-too-often", sentence, exchanges, subject: first.url, jobId: namedJob(first) },
  ];
}

function isTooSoon(before: Trace | undefined, after: Trace): boolean {
  return before !== undefined && after.wallAt - before.wallAt < PERIOD_MS;
}

function isJudgedHere(trace: Trace): boolean {
  return !isPoll(trace) && !isDownload(trace) && isSuccess(trace.status);
}

function isSameResponse(a: Trace, b: Trace): boolean {
  return (
    a.status === b.status &&
    a.jobId === b.jobId &&
    a.jobState === b.jobState &&
    a.responseBytes === b.responseBytes
  );
}
