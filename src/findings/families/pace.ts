import type { Trace } from "../../core/trace.ts";
import type { Evidence } from "../evidence.ts";

/** Minimum time between two polls of the same job, on the sandbox's clock. */
export const POLL_FLOOR_MS = 1000;

/** Timers and networks are not exact: how much too short an interval may be, a tenth of the one between polls. */
export const TOLERANCE_MS = 100;

/** Minimum number of consecutive polls below that time that count as polling too fast. */
export const MAX_FAST_POLLS = 3;

/** Minimum number of polls without a change that count as polling forever. */
export const MAX_IDLE_POLLS = 100;

/** Whether the client's own pace can be seen: only on a clock that moves by itself. */
export function showsPace({ clock }: Evidence): boolean {
  return clock.mode === "real" || clock.mode === "scaled";
}

/** Speed at which a sandbox's clock moves on its own, relative to the wall clock. */
export function scaleOf({ clock }: Evidence): number {
  return clock.mode === "scaled" ? clock.scale : 1;
}

/** Time from one request to the next, on the sandbox's clock. */
export function gapMs(before: Trace, after: Trace): number {
  return after.at - before.at;
}

/**
 * Time from the end of one exchange to the next request, in milliseconds on the wall clock. It follows the sandbox's clock, so
 * that a test may advance that clock instead of waiting.
 */
export function pauseMs([before, after]: readonly [Trace, Trace], scale: number): number {
  return gapMs(before, after) / scale - before.durationMs;
}
