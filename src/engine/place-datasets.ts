import type { Instant } from "../core/time.ts";
import type { ReadyDataset } from "../input/open-scenario-datasets.ts";
import type { StateView } from "../state/sandbox-state.ts";
import type { StateEvent } from "../state/state-event.ts";

/** The events that add a scenario's datasets to a sandbox; an existing dataset with the same ID gets the scenario's files. */
export function datasetEvents(
  state: StateView,
  datasets: readonly ReadyDataset[],
  at: Instant,
): readonly StateEvent[] {
  return datasets
    .filter(({ datasetId, files }) => state.datasets.get(datasetId)?.files !== files)
    .map(({ datasetId, files }) => ({ kind: "datasetFilled", datasetId, at, files }));
}
