import { statSync, watch } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { SetTimer } from "../core/clock-spec.ts";
import { messageOf } from "../core/errors.ts";
import { datasetEvents } from "../engine/datasets.ts";
import { scenarioEndpointEvents } from "../engine/webhooks/new-endpoint.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { setWallTimer } from "../state/wall-timer.ts";
import { lintNotice } from "./open-scenario.ts";
import type { StagedScenario, Staging } from "./staging.ts";

type ReloadParts = {
  readonly file: string;
  readonly staging: Staging;
  readonly current: () => StagedScenario;
  /** Called with what differs from the current one. */
  readonly replace: (staged: StagedScenario) => void;
  readonly onNotice: (notice: string) => void;
};

/** Reads a scenario again whenever its file changes; a scenario with problems changes nothing, and causes a notice. */
export function reloadOnChange(parts: ReloadParts): StopWatching {
  const { file, onNotice } = parts;
  // One at a time: a slow read of an old version must not finish after that of a newer one.
  let last: Promise<void> = Promise.resolve();
  return watchScenario(file, {
    onChange: () => {
      last = last.then(() => reload(parts));
    },
    onError: (error) => onNotice(`Failed to watch the scenario \`${file}\`: ${error.message}`),
  });
}

async function reload({ file, staging, current, replace, onNotice }: ReloadParts): Promise<void> {
  try {
    const staged = await staging.stage(file);
    if (isSame(staged, current())) return;
    replace(staged);
    onNotice(`Reloaded the scenario \`${file}\`: new requests use it.`);
    for (const finding of staged.findings) onNotice(lintNotice(finding));
  } catch (error) {
    onNotice(`Kept the scenario as it was. ${messageOf(error)}`);
  }
}

function isSame(a: StagedScenario, b: StagedScenario): boolean {
  return (
    JSON.stringify(a.scenario) === JSON.stringify(b.scenario) && changedDatasets(a, b).length === 0
  );
}

/** Replaces a scenario in a sandbox that plays it. Existing jobs continue unchanged. */
export function replaceIn(sandbox: Sandbox, before: StagedScenario, next: StagedScenario): void {
  if (sandbox.ended.aborted || sandbox.scenario !== before.scenario) return;
  const { scenario } = next;
  const datasets = changedDatasets(next, before);
  const now = sandbox.clock.now();
  sandbox.transact((state) => ({
    events: [
      ...scenarioEndpointEvents(sandbox, state, scenario),
      { kind: "scenarioPlayed", scenario },
      ...datasetEvents(state, datasets, now),
    ],
    result: undefined,
  }));
}

/** The datasets of a scenario that another one doesn't have, or has with other files. */
function changedDatasets(
  { datasets }: StagedScenario,
  before: StagedScenario,
): StagedScenario["datasets"] {
  return datasets.filter(({ datasetId, files }) => {
    const known = before.datasets.find((dataset) => dataset.datasetId === datasetId);
    return (
      known?.files.length !== files.length ||
      files.some(({ fileName, bytes }, index) => {
        const other = known.files[index];
        return fileName !== other?.fileName || Buffer.compare(bytes, other.bytes) !== 0;
      })
    );
  });
}

/** Files next to a scenario that can be part of it. */
const DATA_FILE = /\.(jsonl|csv|parquet)$/i;

type StopWatching = () => void;

/**
 * Calls back after a scenario file, or a data file in its folder, has changed and the changes have settled. Watches the folder,
 * since most editors replace the file.
 */
function watchScenario(
  file: string,
  { onChange, onError }: { onChange: () => void; onError: (error: Error) => void },
): StopWatching {
  const folder = dirname(resolve(file));
  const name = basename(file);
  const changed = new Set([name]);
  const debounce = new FileDebounce({
    stamp: () => stampOf([...changed].map((each) => join(folder, each))),
    onSettled: () => {
      changed.clear();
      changed.add(name);
      onChange();
    },
    setTimer: setWallTimer,
  });
  const watcher = watch(folder, (_event, each) => {
    if (each !== null && each !== name && !DATA_FILE.test(each)) return;
    changed.add(each ?? name);
    debounce.touch();
  });
  watcher.on("error", onError);
  return () => {
    debounce.stop();
    watcher.close();
  };
}

/** Size and time of each file; undefined if the first, the scenario, is missing or empty. */
function stampOf(files: readonly string[]): string | undefined {
  const stats = files.map((each) => statSync(each, { throwIfNoEntry: false }));
  if (stats[0] === undefined || stats[0].size === 0) return undefined;
  return stats.map((each) => `${each?.size} ${each?.mtimeMs} ${each?.ino}`).join("\n");
}

type FileDebounceParts = {
  /** Identifies the content, such as by size and time; undefined while there is none. */
  readonly stamp: () => string | undefined;
  readonly onSettled: () => void;
  readonly setTimer: SetTimer;
};

/** Time without a change after which content has settled: programs write a file in several steps, with pauses. */
export const SETTLE_MS = 250;

/**
 * Waits until content has stopped changing. Changes without a notification count as well. Missing or empty content never settles,
 * because more is about to come: a program that saves a file may first remove or empty it.
 */
export class FileDebounce {
  readonly #parts: FileDebounceParts;
  #cancel: () => void = () => {};

  constructor(parts: FileDebounceParts) {
    this.#parts = parts;
  }

  touch(): void {
    this.#cancel();
    const { stamp, onSettled, setTimer } = this.#parts;
    const before = stamp();
    this.#cancel = setTimer(() => {
      const after = stamp();
      if (after !== before) this.touch();
      else if (after !== undefined) onSettled();
    }, SETTLE_MS);
  }

  stop(): void {
    this.#cancel();
  }
}
