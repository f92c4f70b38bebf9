/** A signal that aborts after a time or along with another signal, and which of the two it was. */
export type Deadline = {
  readonly signal: AbortSignal;
  /** True once the time was up, unless the other signal came first. */
  hasPassed(): boolean;
  /** Must be called in the end: it stops the timer and lets go of the other signal. */
  clear(): void;
};

/** Starts a deadline in wall time. */
export function startDeadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let isLate = false;
  const abort = (): void => controller.abort();
  const timer = setTimeout(() => {
    isLate = !controller.signal.aborted;
    abort();
  }, timeoutMs);
  if (outer?.aborted) abort();
  outer?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    hasPassed: () => isLate,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", abort);
    },
  };
}
