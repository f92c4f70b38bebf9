import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpeningOptions, openSandbox } from "../../src/state/open-sandbox.ts";
import type { Sandbox, SandboxRecipe } from "../../src/state/sandbox.ts";
import { SavedSandboxes } from "../../src/state/saved/saved-sandboxes.ts";
import { hasSqlite } from "../../src/state/saved/sqlite.ts";

/** A place for one sandbox, as a test uses it. */
export type TestStore = {
  readonly open: (recipe: SandboxRecipe) => Sandbox;
  /** The sandbox after the end of its process, if it is stored; otherwise the same one. */
  readonly restarted: (sandbox: Sandbox) => Promise<Sandbox>;
  readonly close: () => void;
};

const OPENING: OpeningOptions = {
  journalLimits: { maxExchanges: 3, maxBytes: 1_000_000 },
  onStall: () => {},
};

function memoryStore(): TestStore {
  return {
    open: (recipe) => openSandbox(recipe, OPENING),
    restarted: async (sandbox) => sandbox,
    close: () => {},
  };
}

function sqliteStore(): TestStore {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-store-"));
  const openFile = (): SavedSandboxes =>
    new SavedSandboxes(join(folder, "sim.db"), {
      originOf: () => undefined,
      onNotice: (notice) => {
        throw new Error(notice);
      },
    });
  let file = openFile();
  return {
    open: (recipe) => {
      const openedAt = Date.now();
      return openSandbox(recipe, { ...OPENING, openedAt, log: file.add(recipe, openedAt) });
    },
    restarted: async (sandbox) => {
      await sandbox.saved();
      file.close();
      file = openFile();
      for (const { ref, scenario } of file.scenarios.all()) file.scenarios.adopt(ref, scenario);
      const [past] = file.all();
      if (past === undefined) throw new Error("Expected a stored sandbox.");
      const next = openSandbox(past.recipe, { ...OPENING, log: past.log, past });
      file.deleteUnused();
      return next;
    },
    close: () => {
      file.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Every store that this version of Node has. */
export const TEST_STORES: readonly (readonly [string, () => TestStore])[] = [
  ["in memory", memoryStore],
  ...(hasSqlite() ? [["in SQLite", sqliteStore] as const] : []),
];
