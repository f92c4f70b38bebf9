import type { Trace } from "../../core/trace.ts";
import type { CaseFile, JobCase } from "../case-file.ts";
import type { Evidence } from "../evidence.ts";
import { type Observed, observedIn } from "../finding.ts";
import { flatMapPairs } from "../grouped.ts";

/** Minimum milliseconds between two polls of the same job, on the sandbox's clock. */
export const POLL_FLOOR_MS = 1000;

/** Timers and networks are not exact, so an interval may be this much shorter than required. */
export const TOLERANCE_MS = 100;

/** Whether requests show the client's own pace, which requires a clock that moves by itself. */
export function showsPace({ clock }: Evidence): boolean {
  return clock.mode === "real" || clock.mode === "scaled";
}

/** Milliseconds between two requests on the sandbox's clock. */
export function gapMs(before: Trace, after: Trace): number {
  return after.at - before.at;
}

export function gapsIn(requests: readonly Trace[]): { shortest: number; longest: number } {
  const gaps = flatMapPairs(requests, (before, after) => [gapMs(before, after)]);
  const shortest = gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY);
  return { shortest, longest: gaps.reduce((most, gap) => Math.max(most, gap), 0) };
}

/**
 * Milliseconds on the wall clock from the end of one exchange to the next request, computed from
 * the sandbox's clock, because a test may advance that clock instead of waiting.
 */
export function pauseMs([before, after]: readonly [Trace, Trace], scale: number): number {
  return gapMs(before, after) / scale - before.durationMs;
}

export function judgeClock({ evidence }: CaseFile): Observed {
  return observedIn(evidence.stalls, (sentence) => [
    { id: "clock-stalled", sentence, exchanges: [], subject: sentence },
  ]);
}

/** Whether a client was still polling a job while a `manual` clock did not move. */
export function isClockStalled({ evidence }: CaseFile, { jobId, looks }: JobCase): boolean {
  // Only the first stall at each instant is recorded, and it may be about another job.
  const place = `stayed at ${new Date(evidence.now).toISOString()}`;
  const isStalled = evidence.stalls.some((each) => each.includes(jobId) || each.includes(place));
  return isStalled && looks.at(-1)?.at === evidence.now;
}
