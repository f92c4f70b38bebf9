import { statSync, watch } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { SetTimer } from "../core/clock-spec.ts";
import { messageOf } from "../core/errors.ts";
import type { Scenario } from "../core/scenario.ts";
import type { ReadyDataset } from "../input/open-scenario-datasets.ts";
import { setWallTimer } from "../state/wall-timer.ts";
import { lintNotice } from "./open-scenario.ts";
import type { Staging } from "./staging.ts";

type ReloadParts = {
  readonly staging: Staging;
  readonly sandboxes: {
    readonly scenario: Scenario;
    readonly replaceScenario: (next: Scenario, datasets: readonly ReadyDataset[]) => void;
  };
  readonly onNotice: (notice: string) => void;
};

/** Names of data files that a scenario in the same folder can include. */
const DATA_FILE = /\.(jsonl|csv|parquet)$/i;

/**
 * Reloads a scenario when changes to its file, or to a data file in its folder, have settled. If it
 * has problems, only reports them. Watches the folder, because most editors replace the file.
 */
export function reloadOnChange(file: string, parts: ReloadParts): () => void {
  const folder = dirname(resolve(file));
  const name = basename(file);
  const changed = new Set([name]);
  const stamp = (): string | undefined => stampOf([...changed].map((each) => join(folder, each)));
  // Reloads run one at a time, so that an old version can't replace a newer one.
  let last: Promise<void> = Promise.resolve();
  const debounce = fileDebounce(stamp, () => {
    changed.clear();
    changed.add(name);
    last = last.then(() => reload(file, parts));
  });
  const watcher = watch(folder, (_event, each) => {
    if (each !== null && each !== name && !DATA_FILE.test(each)) return;
    changed.add(each ?? name);
    debounce.touch();
  });
  watcher.on("error", ({ message }) =>
    parts.onNotice(`Failed to watch the scenario \`${file}\`: ${message}`),
  );
  return () => {
    debounce.stop();
    watcher.close();
  };
}

async function reload(file: string, { staging, sandboxes, onNotice }: ReloadParts): Promise<void> {
  try {
    const { scenario, findings } = await staging.stage(file);
    const before = sandboxes.scenario;
    const isSame = JSON.stringify(scenario) === JSON.stringify(before);
    const datasets = changedDatasets(staging.datasetsOf(scenario), staging.datasetsOf(before));
    if (isSame && datasets.length === 0) return;
    sandboxes.replaceScenario(scenario, datasets);
    onNotice(`Reloaded the scenario \`${file}\`: new requests use it.`);
    for (const finding of findings) onNotice(lintNotice(finding));
  } catch (error) {
    onNotice(`Kept the previous scenario. ${messageOf(error)}`);
  }
}

/** The scenario's datasets that are new, or whose files differ from the earlier scenario's. */
function changedDatasets(
  datasets: readonly ReadyDataset[],
  before: readonly ReadyDataset[],
): readonly ReadyDataset[] {
  return datasets.filter(({ datasetId, files }) => {
    const known = before.find((dataset) => dataset.datasetId === datasetId);
    return (
      known?.files.length !== files.length ||
      files.some(({ fileName, bytes }, index) => {
        const other = known.files[index];
        return fileName !== other?.fileName || Buffer.compare(bytes, other.bytes) !== 0;
      })
    );
  });
}

/** Identifies the files' versions; undefined if the first (the scenario) is missing or empty. */
function stampOf(files: readonly string[]): string | undefined {
  const stats = files.map((each) => statSync(each, { throwIfNoEntry: false }));
  if (stats[0] === undefined || stats[0].size === 0) return undefined;
  return stats.map((each) => `${each?.size} ${each?.mtimeMs} ${each?.ino}`).join("\n");
}

/** Time without changes after which a file counts as complete: programs pause while they write. */
export const SETTLE_MS = 250;

/**
 * Calls `onSettled` when content has stopped changing after a call to `touch`. `stamp` returns the
 * content's version, such as a size; it returns undefined for missing or empty content, which never
 * counts as complete, because a program that saves a file may first remove or empty it.
 */
export function fileDebounce(
  stamp: () => string | undefined,
  onSettled: () => void,
  setTimer: SetTimer = setWallTimer,
): { readonly touch: () => void; readonly stop: () => void } {
  let cancel = (): void => {};
  const touch = (): void => {
    cancel();
    const before = stamp();
    cancel = setTimer(() => {
      const after = stamp();
      if (after !== before) touch();
      else if (after !== undefined) onSettled();
    }, SETTLE_MS);
  };
  return { touch, stop: () => cancel() };
}
