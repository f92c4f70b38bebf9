import { pause } from "../codec/pause.ts";
import type { Stepwise } from "../core/steps.ts";

/** Wall-clock time after which other work runs. It affects when a result is ready, but never the result. */
const SLICE_MS = 8;

/** Runs a computation; if it takes long, other work runs in between. */
export async function inSlices<Result>(steps: Stepwise<Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await pause();
  }
}

/** What a function makes of each item, one after the other; if that takes long, other work runs in between. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let until = performance.now() + SLICE_MS;
  for (const item of items) {
    results.push(await make(item));
    if (performance.now() < until) continue;
    await pause();
    until = performance.now() + SLICE_MS;
  }
  return results;
}
