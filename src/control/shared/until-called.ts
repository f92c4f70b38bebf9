import { MAX_TIMER_MS } from "../../state/wall-timer.ts";

/** Resolves when `listen` calls back or a signal aborts. `listen` returns a function to stop it. */
export function untilCalled(
  listen: (call: () => void) => () => void,
  signals: readonly (AbortSignal | undefined)[],
): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stopListening();
      for (const signal of signals) signal?.removeEventListener("abort", done);
      resolve();
    };
    const stopListening = listen(done);
    for (const signal of signals) signal?.addEventListener("abort", done);
    if (signals.some((signal) => signal?.aborted)) done();
  });
}

/** Aborts after the given wall-clock time, capped at a timer's maximum. */
export function timeoutSignal(timeoutMs: number): AbortSignal {
  return AbortSignal.timeout(Math.min(timeoutMs, MAX_TIMER_MS));
}
