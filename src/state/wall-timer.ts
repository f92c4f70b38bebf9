import type { SetTimer } from "../core/set-timer.ts";

/** A timer on the wall clock. */
export const setWallTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** The wall clock's time, in milliseconds since 1970. */
export function wallNow(): number {
  return Date.now();
}
