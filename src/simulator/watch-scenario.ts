import { statSync, watch } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setWallTimer } from "../state/wall-timer.ts";
import { Settling } from "./settling.ts";

/** Files next to a scenario that can be part of it. */
const DATA_FILE = /\.(jsonl|csv|parquet)$/i;

/** Stops watching. */
export type StopWatching = () => void;

/**
 * Calls back after a scenario file, or a data file in its folder, has changed and the changes have settled. Watches the folder,
 * since most editors replace the file.
 */
export function watchScenario(
  file: string,
  { onChange, onError }: { onChange: () => void; onError: (error: Error) => void },
): StopWatching {
  const folder = dirname(resolve(file));
  const name = basename(file);
  const changed = new Set([name]);
  const settling = new Settling({
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
    settling.touch();
  });
  watcher.on("error", onError);
  return () => {
    settling.stop();
    watcher.close();
  };
}

/** Size and time of each file; undefined if the first, the scenario, is missing or empty. */
function stampOf(files: readonly string[]): string | undefined {
  const stats = files.map((each) => statSync(each, { throwIfNoEntry: false }));
  if (stats[0] === undefined || stats[0].size === 0) return undefined;
  return stats.map((each) => `${each?.size} ${each?.mtimeMs} ${each?.ino}`).join("\n");
}
