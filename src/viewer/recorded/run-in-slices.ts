/** Longest time without a pause, in milliseconds: the page stays responsive. */
const SLICE_MS = 10;

/**
 * Runs a generator to its end in tasks of its own, with pauses in which the browser can do
 * other work.
 */
export async function runInSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  let startedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    if (performance.now() - startedAt > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      startedAt = performance.now();
    }
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
