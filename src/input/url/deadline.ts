/** A signal that aborts after a time limit or with another signal, and tells which of the two happened. */
export type Deadline = {
  readonly signal: AbortSignal;
  /** Whether the time limit has passed; false if the other signal aborted first. */
  hasPassed(): boolean;
  /** Stops the timer and releases the other signal; must always be called. */
  clear(): void;
};

/** Starts a deadline in wall-clock time. */
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
