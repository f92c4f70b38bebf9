import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { isPostgresUrl } from "../../core/urls.ts";
import { formatBytes } from "../../core/visible-text.ts";
import type { Options } from "../../options/option-table.ts";
import {
  backUpStore,
  collectStore,
  resetStore,
  restoreStore,
  type StoreInfo,
  showStore,
} from "../../stores/stores.ts";
import type { StoreAction } from "../command-list.ts";
import { confirm, type Terminal } from "../output/confirm.ts";
import { UsageError } from "../output/failure.ts";

export async function careForStore(
  [action, place = ""]: readonly string[],
  { store, yes = false }: Pick<Options, "store" | "yes">,
  terminal?: Terminal,
): Promise<string> {
  if (store === undefined || store === "memory")
    throw new UsageError([
      "Expected `store` to be used with `--store FILE.db` or `--store postgres://…`, got neither.",
    ]);
  if (action === "restore") requireFile(place, "backup");
  else if (!isPostgresUrl(store)) requireFile(store, "store");
  if (action === "reset" && !yes) {
    const question = `This will delete everything in ${textOf(await showStore(store)).trim()}.`;
    await confirm(question, "Nothing was deleted", terminal);
  }
  const care: { readonly [Action in StoreAction]: () => Promise<StoreInfo> } = {
    info: () => showStore(store),
    gc: () => collectStore(store),
    backup: () => backUpStore(store, backupFile(place)),
    restore: () => restoreStore(store, place),
    reset: () => resetStore(store),
  };
  return textOf(await care[action as StoreAction]());
}

function requireFile(path: string, what: string): void {
  if (!existsSync(path)) throw new UsageError([`Failed to find the ${what} \`${path}\`.`]);
}

/** Returns `place` or, if it is a folder, the path of a file in it, named after the time. */
function backupFile(place: string): string {
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  return isFolder ? join(place, `batch-sim-${time}Z.db`) : place;
}

function textOf({ name, byteLength, counts, version, usedBy }: StoreInfo): string {
  const size = `${name}: ${formatBytes(byteLength)}`;
  if (counts === undefined)
    return `${size}; version: ${version} (not readable by this version of batch-sim), used by: ${usedBy}\n`;
  const { sandboxes, jobs, files, exchanges } = counts;
  return `${size}; sandboxes: ${sandboxes}, jobs: ${jobs}, files: ${files}, exchanges: ${exchanges}; version: ${version}, used by: ${usedBy}\n`;
}
