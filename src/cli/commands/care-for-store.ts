import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
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
import { UsageError } from "../output/failure.ts";
import type { StoreAction } from "../store-actions.ts";

const STANDARD: Terminal = { input: process.stdin, output: process.stderr };

/** Shows or maintains a store; resolves with a description of its content, or of a backup's. */
export async function careForStore(
  [action, place = ""]: readonly string[],
  { store, yes = false }: Pick<Options, "store" | "yes">,
  terminal: Terminal = STANDARD,
): Promise<string> {
  if (store === undefined || store === "memory")
    throw new UsageError([
      "Expected `store` to be used with `--store FILE.db` or `--store postgres://…`, got neither.",
    ]);
  if (action !== "restore" && !isPostgresUrl(store)) requireFile(store, "store");
  switch (action as StoreAction) {
    case "info":
      return textOf(await showStore(store));
    case "gc":
      return textOf(await collectStore(store));
    case "backup":
      return textOf(await backUpStore(store, backupFile(place)));
    case "restore":
      requireFile(place, "backup");
      return textOf(await restoreStore(store, place));
    case "reset": {
      if (!yes)
        await confirm(
          `This deletes everything in ${textOf(await showStore(store)).trim()}.`,
          terminal,
        );
      return textOf(await resetStore(store));
    }
  }
}

function requireFile(path: string, what: string): void {
  if (!existsSync(path)) throw new UsageError([`Failed to find the ${what} \`${path}\`.`]);
}

/** In a folder, a file is named after the time. */
function backupFile(place: string): string {
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  return isFolder ? join(place, `batch-sim-${time}Z.db`) : place;
}

function textOf({ name, byteLength, counts, version, usedBy }: StoreInfo): string {
  const size = `${name}: ${formatBytes(byteLength)}`;
  if (counts === undefined)
    return `${size}; version: ${version} (this program can't read it), used by: ${usedBy}\n`;
  const { sandboxes, jobs, files, exchanges } = counts;
  return `${size}; sandboxes: ${sandboxes}, jobs: ${jobs}, files: ${files}, exchanges: ${exchanges}; version: ${version}, used by: ${usedBy}\n`;
}

/** Where a person is asked, and answers. */
type Terminal = {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
};

/**
 * Resolves if a person confirms what the question says. Rejects with a UsageError if the answer is
 * anything but `yes`, or if nobody can answer.
 */
async function confirm(question: string, { input, output }: Terminal): Promise<void> {
  if (input.isTTY !== true)
    throw new UsageError([
      `${question} Nobody can confirm that, because standard input is not a terminal: add \`--yes\`.`,
    ]);
  const lines = createInterface({ input });
  output.write(`${question} Type \`yes\` to confirm: `);
  const answer = await Promise.race([
    once(lines, "line").then(([line]) => String(line)),
    once(lines, "close").then(() => ""),
  ]);
  lines.close();
  if (answer.trim() !== "yes")
    throw new UsageError(["Nothing was deleted: the answer was not `yes`."]);
}
