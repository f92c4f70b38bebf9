import { forEachInSteps } from "../core/steps.ts";
import type { Observation } from "./finding.ts";

/** Observations in batches, each after a short step: there may be too many to keep all of them. */
export type Observed = Generator<readonly Observation[], void, void>;

/** The observations about each item. */
export function* observedIn<Item>(
  items: Iterable<Item>,
  judge: (item: Item) => readonly Observation[],
): Observed {
  let batch: Observation[] = [];
  const steps = forEachInSteps(items, (item) => {
    for (const observation of judge(item)) batch.push(observation);
  });
  while (steps.next().done !== true) {
    yield batch;
    batch = [];
  }
  yield batch;
}
