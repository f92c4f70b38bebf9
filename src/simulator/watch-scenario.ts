import { statSync, watch } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { SetTimer } from "../core/clock-spec.ts";
import { setWallTimer } from "../state/wall-timer.ts";

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

/** What to watch until it settles, and whom to notify. */
export type FileDebounceParts = {
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

  /** Notes a change. */
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
