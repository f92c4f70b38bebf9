import { Work } from "../codec/work.ts";
import type { Stepwise } from "../core/steps.ts";

/** Wall-clock time after which other work runs. It affects when a result is ready, but never the result. */
const SLICE_MS = 8;

/** Runs a computation for a key; if it takes long, other work runs in between. */
export async function inSlices<Result>(steps: Stepwise<Result>, key?: string): Promise<Result> {
  const work = new Work(key);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const pausing = work.pauseAfter(SLICE_MS);
    if (pausing !== undefined) await pausing;
  }
}

/** What a function makes of each item, one after the other; if that takes long, other work runs in between. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Promise<Result>,
  key: string,
): Promise<readonly Result[]> {
  const work = new Work(key);
  const results: Result[] = [];
  for (const item of items) {
    results.push(await make(item));
    await work.pauseAfter(SLICE_MS);
  }
  return results;
}
