import type { Trace } from "../../core/trace.ts";
import type { Evidence } from "../evidence.ts";

/** Between two looks at the same job at least so much time should pass, on the sandbox's clock. */
export const POLL_FLOOR_MS = 1000;

/** So many looks in a row below the floor are too many; a single one may be a coincidence. */
export const MAX_FAST_POLLS = 3;

/** So many polls without any news are polling for ever. */
export const MAX_IDLE_POLLS = 100;

/** Whether the client's own pace can be seen: on a clock that waits for nobody, it can't. */
export function showsPace({ clock }: Evidence): boolean {
  return clock.mode === "real" || clock.mode === "scaled";
}

/** Time from one request to the next, on the sandbox's clock. */
export function gapMs(before: Trace, after: Trace): number {
  return after.at - before.at;
}

/** Wall time from the end of one exchange to the next request. */
export function pauseMs(before: Trace, after: Trace): number {
  return after.wallAt - (before.wallAt + before.durationMs);
}
