import type { SetTimer } from "../core/clock-spec.ts";

/** Maximum delay of a timer in milliseconds: about 25 days. Node turns a longer delay into 1 ms. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Starts a timer on the wall clock. A delay longer than MAX_TIMER_MS is shortened to it. */
export const setWallTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, Math.min(delayMs, MAX_TIMER_MS));
  return () => clearTimeout(timer);
};

/** Starts a timer on the wall clock that doesn't keep the process alive. */
export const setIdleTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, Math.min(delayMs, MAX_TIMER_MS)).unref();
  return () => clearTimeout(timer);
};

/** Resolves after `delayMs` wall-clock milliseconds, or when `signal` aborts. */
export function wallPause(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = setWallTimer(over, delayMs);
    function over(): void {
      cancel();
      signal?.removeEventListener("abort", over);
      resolve();
    }
    signal?.addEventListener("abort", over);
    if (signal?.aborted === true) over();
  });
}

/** A monotonic time in milliseconds: only differences are meaningful. */
export function monotonicNow(): number {
  return performance.now();
}

/** The wall clock's time, in milliseconds since 1970. */
export function wallNow(): number {
  return Date.now();
}
