import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { continueSandbox, openSandbox } from "../../src/state/open-sandbox.ts";
import type { OpeningOptions, Sandbox, SandboxRecipe } from "../../src/state/sandbox.ts";
import type { Database } from "../../src/stores/database.ts";
import { LeaderLock } from "../../src/stores/postgres/leader-lock.ts";
import { postgresAddressOf } from "../../src/stores/postgres/postgres-address.ts";
import { postgresClient } from "../../src/stores/postgres/postgres-client.ts";
import { SandboxStore } from "../../src/stores/sandbox-store.ts";
import { SqliteFile } from "../../src/stores/sqlite/sqlite-file.ts";
import { ON_MACHINE } from "./sandbox-builder.ts";

/** Storage for one sandbox in a test. */
export type TestStore = {
  readonly open: (recipe: SandboxRecipe) => Promise<Sandbox>;
  /** The sandbox after the end of its process, if it is stored; otherwise the same one. */
  readonly restarted: (sandbox: Sandbox) => Promise<Sandbox>;
  readonly close: () => Promise<void>;
};

const OPENING: OpeningOptions = {
  ...ON_MACHINE,
  journalLimits: { maxCount: 3, maxBytes: 1_000_000 },
};

function memoryStore(): TestStore {
  return {
    open: async (recipe) => openSandbox(recipe, OPENING),
    restarted: async (sandbox) => sandbox,
    close: async () => {},
  };
}

function sqliteStore(): TestStore {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-store-"));
  const path = join(folder, "sim.db");
  return databaseStore(
    async () => new SqliteFile(path),
    () => rmSync(folder, { recursive: true }),
  );
}

/** A store that is opened again for each restart. */
function databaseStore(
  connect: () => Promise<Database>,
  remove: () => void | Promise<void>,
): TestStore {
  const openDatabase = async (): Promise<SandboxStore> =>
    SandboxStore.in(await connect(), {
      originOf: () => undefined,
      readyScenario: async (scenario) => scenario,
      onNotice: (notice) => {
        throw new Error(notice);
      },
    });
  let saved: SandboxStore | undefined;
  return {
    open: async (recipe) => {
      saved = await openDatabase();
      const wallStart = Date.now();
      return openSandbox(recipe, { ...OPENING, wallStart, log: saved.add(recipe, wallStart) });
    },
    restarted: async (sandbox) => {
      await sandbox.saved();
      await saved?.close();
      saved = await openDatabase();
      const [past] = await saved.all();
      if (past === undefined) throw new Error("Expected a stored sandbox.");
      const next = continueSandbox(past, OPENING);
      await next.loading?.load();
      await next.loadingRecords?.load();
      await saved.deleteUnused();
      return next;
    },
    close: async () => {
      await saved?.close();
      await remove();
    },
  };
}

let numSchemas = 0;

/** A schema in the database of a URL. */
function postgresStore(url: string): TestStore {
  const address = postgresAddressOf(`${url}?schema=contract_${process.pid}_${++numSchemas}`);
  let lock: LeaderLock | undefined;
  const connect = async (): Promise<Database> => {
    await lock?.close();
    lock = await LeaderLock.of(address);
    const database = await lock.take(undefined);
    if (database === undefined) throw new Error("Expected the lock.");
    return database;
  };
  return databaseStore(connect, async () => {
    const client = await postgresClient(address, { max: 1 });
    await client.unsafe(`DROP SCHEMA ${address.schema} CASCADE`);
    await client.end();
    await lock?.close();
  });
}

const hasSqlite = process.getBuiltinModule("node:sqlite") !== undefined;
/** URL of a PostgreSQL database, set by `npm run test:store`. */
const postgresUrl = process.env["BATCH_SIM_TEST_POSTGRES"];

/** Every store that this Node version supports. */
export const TEST_STORES: readonly (readonly [string, () => TestStore])[] = [
  ["in memory", memoryStore],
  ...(hasSqlite ? [["in SQLite", sqliteStore] as const] : []),
  ...(postgresUrl === undefined
    ? []
    : [["in PostgreSQL", () => postgresStore(postgresUrl)] as const]),
];
