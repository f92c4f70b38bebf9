import { watch } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** Time in which further changes belong to the same edit: editors write a file in several steps. */
const SETTLE_MS = 50;

/** What lies beside a scenario and is part of it. */
const DATA_FILE = /\.(jsonl|csv|parquet)$/i;

/** Ends a watch. */
export type StopWatching = () => void;

/**
 * Calls back after the scenario in a file, or a data file in its folder, has been changed, and what was changed has
 * come to rest. Watches the folder, for most editors put a new file in the place of the old one.
 */
export function watchScenario(
  file: string,
  { onChange, onError }: { onChange: () => void; onError: (error: Error) => void },
): StopWatching {
  const name = basename(file);
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dirname(resolve(file)), (_event, changed) => {
    if (changed !== null && changed !== name && !DATA_FILE.test(changed)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  });
  watcher.on("error", onError);
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
