import { formatDuration } from "../../core/time.ts";
import { sentAtOf, type Trace } from "../../core/trace.ts";
import type { CaseFile } from "../case-file.ts";
import { type Observation, type Observed, observedIn } from "../finding.ts";
import { flatMapPairs, runsOf } from "../grouped.ts";
import { BUSY_STATUSES, isDownload, isPoll, isSuccess } from "../status-reads.ts";
import { gapMs, gapsIn, POLL_FLOOR_MS, pauseMs, showsPace, TOLERANCE_MS } from "./pace.ts";
import {
  aboutRequest,
  type HasWaited,
  MAX_WATCHERS,
  type RetryChain,
  retryChainsOf,
} from "./retry.ts";

/** Minimum number of consecutive refusals to judge; fewer waits may be equal by chance. */
const MIN_REFUSALS = 4;

/** Waits shorter than this don't show backoff: they may differ because timers are not exact. */
const MIN_BACKOFF_MS = 250;

export function judgeBackoff({ evidence, equalRequests, width }: CaseFile): Observed {
  const { clock } = evidence;
  const scale = clock.mode === "scaled" ? clock.scale : 1;
  const hasWaited: HasWaited = (before, after) =>
    before.retryAfterMs === undefined ||
    pauseMs([before, after], scale) >= before.retryAfterMs - TOLERANCE_MS;
  return observedIn(showsPace(evidence) ? equalRequests : [], (same) => {
    const found = retryChainsOf(same, width, hasWaited).flatMap((chain) => [
      ...tooEarly(chain, scale, hasWaited),
      ...noBackoff(chain),
    ]);
    // A worker that obeys Retry-After doesn't wait much longer than the header asks.
    const isObeying: HasWaited = (before, after) =>
      hasWaited(before, after) &&
      pauseMs([before, after], scale) < 1.5 * (before.retryAfterMs ?? Number.POSITIVE_INFINITY);
    return found.length > 0 && areStaggered(same, isObeying) ? [] : found;
  });
}

/**
 * Whether a few workers that each retry with acceptable waits may have sent the requests. Evenly
 * spaced requests come from a single worker.
 */
function areStaggered(same: readonly Trace[], isObeying: HasWaited): boolean {
  const gaps = flatMapPairs(same, (a, b) => (isSuccess(a.status) ? [] : [gapMs(a, b)]));
  const [shortest = 0, ...others] = gaps.sort((a, b) => a - b);
  if ((others.at(-1) ?? 0) <= shortest * 1.1) return false;
  return [2, 3, MAX_WATCHERS].some((width) =>
    retryChainsOf(same, width, isObeying).every((chain) => {
      if (chain.some(isBareRefusal)) return chain.length > 2 && isGrowing(chain);
      return chain.length > 1 && flatMapPairs(chain, (a, b) => [isObeying(a, b)]).every(Boolean);
    }),
  );
}

function isGrowing(chain: RetryChain): boolean {
  const waits = flatMapPairs(chain, (before, after) => [gapMs(before, after)]);
  return flatMapPairs(waits, (before, after) => [after > before * 1.5]).every(Boolean);
}

function tooEarly(chain: RetryChain, scale: number, hasWaited: HasWaited): Observation[] {
  return flatMapPairs(chain, (before, after): readonly Observation[] => {
    const { retryAfterMs: wantedMs } = before;
    if (wantedMs === undefined || hasWaited(before, after)) return [];
    const waitedMs = pauseMs([before, after], scale);
    const sentence = `${before.method} ${before.url} was refused with ${before.status} and a Retry-After of ${onBothClocks(wantedMs, scale)}; the client repeated it after ${onBothClocks(waitedMs, scale)}.`;
    const exchanges = [before, after];
    return aboutRequest(before, { id: "retry-after-ignored", sentence, exchanges });
  });
}

/** A duration on the wall clock and, if it differs, on the sandbox's clock. */
function onBothClocks(wallMs: number, scale: number): string {
  const wall = formatDuration(Math.max(0, wallMs));
  if (scale === 1) return wall;
  const simulated = formatDuration(Math.max(0, wallMs * scale));
  return `${wall} on the wall clock (${simulated} on the sandbox's clock)`;
}

function noBackoff(chain: RetryChain): Observation[] {
  const runs = runsOf(chain, (a, b) => isBareRefusal(a) === isBareRefusal(b));
  return runs.flatMap((run): readonly Observation[] => {
    const [first] = run;
    if (!isBareRefusal(first) || run.length < MIN_REFUSALS) return [];
    if (isSlowingDown(run)) return [];
    const { shortest, longest } = gapsIn(run);
    const pace =
      longest - shortest < TOLERANCE_MS
        ? `every ${formatDuration(longest)}`
        : `every ${formatDuration(shortest)} to ${formatDuration(longest)}`;
    const sentence = `${first.method} ${first.url} was refused ${run.length} times in a row with ${first.status}, and the client repeated it ${pace}.`;
    return aboutRequest(first, { id: "no-backoff", sentence, exchanges: run });
  });
}

/** Whether the lengths of waits show backoff. With jitter, a later wait may be shorter. */
function isSlowingDown(run: RetryChain): boolean {
  const { shortest, longest } = gapsIn(run);
  if (longest >= POLL_FLOOR_MS) return longest > shortest * 1.1;
  if (longest < MIN_BACKOFF_MS || longest <= shortest * 1.5) return false;
  // Short waits vary by chance. If there are many, the later ones are compared with the first.
  const gaps = flatMapPairs(run, (before, after) => [gapMs(before, after)]);
  if (gaps.length < MANY_GAPS) return true;
  return median(gaps.slice(gaps.length >> 1)) > median(gaps.slice(0, 3)) * 1.5;
}

/** Minimum number of waits needed to tell whether they grow or only vary by chance. */
const MANY_GAPS = 8;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Whether a response is a refusal without Retry-After, so that the client should back off. */
function isBareRefusal({ status, retryAfterMs }: Trace): boolean {
  return BUSY_STATUSES.has(status) && retryAfterMs === undefined;
}

/** Maximum number of identical requests per worker with identical responses in `PERIOD_MS`. */
const MOST = 29;

/** Wall-clock milliseconds, because a fast sandbox clock doesn't justify a tight loop. */
const PERIOD_MS = 10_000;

/** Matches use cases that make something new on each call, even if the requests are the same. */
const MAKES = /^(create|start|upload)[A-Z]/;

/** Finds tight loops. Other functions judge polls, downloads, and failed requests. */
export function judgeCallRate(file: CaseFile): Observed {
  return observedIn(file.equalRequests, (same) => calledTooOften(same, file));
}

function calledTooOften(same: readonly Trace[], file: CaseFile): readonly Observation[] {
  const most = MOST * file.width;
  if (same.length <= most || MAKES.test(same[0]?.use ?? "")) return [];
  // On a manual clock, a client may advance time instead of waiting.
  const isManual = file.evidence.clock.mode === "manual";
  const durationOf = (before: Trace, after: Trace): number =>
    // Not negative even if the machine's clock was set back.
    Math.max(Math.abs(sentAtOf(after) - sentAtOf(before)), isManual ? gapMs(before, after) : 0);
  const judged = same.filter(
    (trace) => !isPoll(trace) && !isDownload(trace) && isSuccess(trace.status),
  );
  const burst = runsOf(judged, isSameResponse)
    .filter((run) =>
      run.slice(most).some((trace, index) => durationOf(run[index] ?? trace, trace) < PERIOD_MS),
    )
    .reduce<readonly Trace[]>((longest, run) => (run.length > longest.length ? run : longest), []);
  const [first, last] = [burst[0], burst.at(-1)];
  if (first === undefined || last === undefined) return [];
  const durationMs = Math.max(1, durationOf(first, last));
  const rate = Math.max(1, Math.round((burst.length * 1000) / durationMs));
  const often = rate === 1 ? "once" : `${rate} times`;
  const sentence = `The client sent ${first.method} ${first.url} ${burst.length} times within ${formatDuration(durationMs)}, ${often} per second, and got the same response each time.`;
  return aboutRequest(first, { id: "called-too-often", sentence, exchanges: burst });
}

function isSameResponse(a: Trace, b: Trace): boolean {
  return (
    a.status === b.status &&
    a.jobId === b.jobId &&
    a.jobState === b.jobState &&
    a.responseBytes === b.responseBytes
  );
}
