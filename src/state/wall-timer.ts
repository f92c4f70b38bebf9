import type { SetTimer } from "../core/clock-spec.ts";

/** A timer on the wall clock. */
export const setWallTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** A timer on the wall clock that doesn't keep the process alive. */
export const setIdleTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
};

/** Resolves after some wall-clock milliseconds, or when `signal` aborts. */
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

/** A time in milliseconds that nobody can set: only differences mean anything. */
export function monotonicNow(): number {
  return performance.now();
}

/** The wall clock's time, in milliseconds since 1970. */
export function wallNow(): number {
  return Date.now();
}
