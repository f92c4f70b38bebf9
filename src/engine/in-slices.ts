import { Work } from "../codec/work.ts";
import type { Stepwise } from "../core/steps.ts";
import type { Timelines } from "../state/timelines.ts";

/** Wall-clock milliseconds between pauses for other work; pauses don't affect results. */
export const SLICE_MS = 8;

export async function inSlices<Result>(steps: Stepwise<Result>, key?: string): Promise<Result> {
  const work = new Work(key);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const pausing = work.pauseAfter(SLICE_MS);
    if (pausing !== undefined) await pausing;
  }
}

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

const running = new WeakMap<Timelines, Promise<void>>();

/**
 * Prepares a sandbox's timelines, with pauses for other work if that takes a long time. Code that
 * adds facts must wait with `whilePreparing`; otherwise, the preparation might never end. Returns
 * undefined if there is nothing to wait for.
 */
export function prepareTimelines(timelines: Timelines): Promise<void> | undefined {
  const known = running.get(timelines);
  if (known !== undefined || !timelines.takesLong) return known;
  const preparing = prepare(timelines).finally(() => running.delete(timelines));
  running.set(timelines, preparing);
  return preparing;
}

/** Resolves when the timelines are prepared; undefined if they are not being prepared. */
export function whilePreparing(timelines: Timelines): Promise<void> | undefined {
  return running.get(timelines);
}

/** Repeats the preparation, because requests that began earlier may still add facts. */
async function prepare(timelines: Timelines): Promise<void> {
  while (timelines.takesLong) await inSlices(timelines.inSteps());
}
