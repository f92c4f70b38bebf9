import { existsSync } from "node:fs";
import { formatBytes } from "../../core/format-bytes.ts";
import { isPostgresUrl } from "../../core/store-url.ts";
import type { Options } from "../../options/option-table.ts";
import { collectStore, resetStore, showStore } from "../../stores/stores.ts";
import { UsageError } from "../output/failure.ts";
import type { StoreAction } from "../store-actions.ts";

const ACTIONS = { info: showStore, gc: collectStore, reset: resetStore };

/**
 * Shows a store, or maintains one that no simulator is using; resolves with a description of its
 * content.
 */
export async function careForStore(action: StoreAction, { store }: Options): Promise<string> {
  if (store === undefined || store === "memory")
    throw new UsageError([
      "Expected `store` to be used with `--store FILE.db` or `--store postgres://…`, got neither.",
    ]);
  if (!isPostgresUrl(store) && !existsSync(store))
    throw new UsageError([`Failed to find the store \`${store}\`.`]);
  const { name, byteLength, counts, version, usedBy } = await ACTIONS[action](store);
  const size = `${name}: ${formatBytes(byteLength)}`;
  if (counts === undefined)
    return `${size}; version: ${version} (this program can't read it), used by: ${usedBy}\n`;
  const { sandboxes, jobs, files, exchanges } = counts;
  return `${size}; sandboxes: ${sandboxes}, jobs: ${jobs}, files: ${files}, exchanges: ${exchanges}; version: ${version}, used by: ${usedBy}\n`;
}
