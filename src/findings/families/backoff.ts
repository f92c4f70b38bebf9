import { formatDuration } from "../../core/time.ts";
import type { Trace } from "../../core/trace.ts";
import type { CaseFile } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import { type Observed, observedIn } from "../observed.ts";
import { gapMs, POLL_FLOOR_MS, pauseMs, scaleOf, showsPace } from "./pace.ts";
import { flatMapPairs, jobIdField } from "./same-requests.ts";
import { BUSY_STATUSES } from "./statuses.ts";

/** Timers and networks are not exact. */
const TOLERANCE_MS = 100;

/** Minimum number of consecutive refusals that show a pace. */
const MIN_REFUSALS = 3;

/** Judges how long clients wait before they repeat a refused request. */
export function judgeBackoff({ evidence, sameRequests }: CaseFile): Observed {
  const scale = scaleOf(evidence);
  return observedIn(showsPace(evidence) ? sameRequests : [], (same) => [
    ...tooEarly(same, scale),
    ...noBackoff(same),
  ]);
}

function tooEarly(same: readonly Trace[], scale: number): Observation[] {
  return flatMapPairs(same, (before, after): Observation[] => {
    const wantedMs = before.retryAfterMs;
    const waitedMs = pauseMs([before, after], scale);
    if (wantedMs === undefined || waitedMs >= wantedMs - TOLERANCE_MS) return [];
    const sentence = `${before.method} ${before.url} was refused with ${before.status} and a Retry-After of ${onBothClocks(wantedMs, scale)}; the client repeated it after ${onBothClocks(waitedMs, scale)}.`;
    const exchanges = [before.id, after.id];
    return [
      {
        id: "retry-after-ignored",
        sentence,
        exchanges,
        subject: before.url,
        ...jobIdField(before),
      },
    ];
  });
}

/** A duration on the wall clock and, where it differs, on the sandbox's clock. */
function onBothClocks(wallMs: number, scale: number): string {
  const wall = formatDuration(Math.max(0, wallMs));
  if (scale === 1) return wall;
  const simulated = formatDuration(Math.max(0, wallMs * scale));
  return `${wall} on the wall clock (${simulated} on the sandbox's clock)`;
}

function noBackoff(same: readonly Trace[]): Observation[] {
  return runsOfRefusals(same).flatMap((run): Observation[] => {
    const [first] = run;
    if (first === undefined || run.length < MIN_REFUSALS) return [];
    const gaps = flatMapPairs(run, (before, after) => [gapMs(before, after)]);
    const shortest = gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY);
    const longest = gaps.reduce((most, gap) => Math.max(most, gap), 0);
    if (longest >= POLL_FLOOR_MS && longest > shortest * 1.1) return [];
    const pace =
      longest - shortest < TOLERANCE_MS
        ? `every ${formatDuration(longest)}`
        : `every ${formatDuration(shortest)} to ${formatDuration(longest)}`;
    const sentence = `${first.method} ${first.url} was refused with ${first.status} ${run.length} times in a row, and the client repeated it ${pace}.`;
    const exchanges = run.map(({ id }) => id);
    return [{ id: "no-backoff", sentence, exchanges, subject: first.url, ...jobIdField(first) }];
  });
}

/** Runs of refusals without a Retry-After: if there is one, only that is judged. */
function runsOfRefusals(same: readonly Trace[]): Trace[][] {
  const runs: Trace[][] = [];
  let run: Trace[] | undefined;
  for (const trace of same) {
    if (!BUSY_STATUSES.has(trace.status) || trace.retryAfterMs !== undefined) {
      run = undefined;
      continue;
    }
    if (run === undefined) {
      run = [];
      runs.push(run);
    }
    run.push(trace);
  }
  return runs;
}
