import type { ReadyDataset } from "../input/open-scenario-datasets.ts";
import type { Sandbox } from "../state/sandbox.ts";

/** Puts a scenario's datasets into a sandbox, each under its id; one that is there already gets the files of this one. */
export function placeDatasets({ store, clock }: Sandbox, datasets: readonly ReadyDataset[]): void {
  const now = clock.now();
  for (const { datasetId, files } of datasets) {
    const dataset = store.dataset(datasetId);
    if (dataset === undefined) {
      store.addDataset({ datasetId, addedAt: now, updatedAt: now, files });
    } else if (files !== dataset.files) {
      dataset.files = files;
      dataset.updatedAt = now;
    }
  }
}
