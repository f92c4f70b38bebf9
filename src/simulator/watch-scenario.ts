import { watch } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** Time in which further changes belong to the same edit: editors write a file in several steps. */
const SETTLE_MS = 50;

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
