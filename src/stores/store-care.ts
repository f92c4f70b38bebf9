import { isPostgresUrl } from "../core/urls.ts";
import { takeTurn } from "../state/loading.ts";
import type { Database } from "./database.ts";
import type { LeaderLock } from "./postgres/leader-lock.ts";
import type { SandboxStore, StoreOptions } from "./sandbox-store.ts";
import type { StoreInfo } from "./store-info.ts";

/** Opens the store in a database that this process may change. */
export async function openStoreIn(
  database: Database,
  options: StoreOptions,
): Promise<SandboxStore> {
  const { SandboxStore } = await import("./sandbox-store.ts");
  return SandboxStore.in(database, options);
}

/** Returns a store's contents and the process that uses it. Rejects with a SimulatorError. */
export async function showStore(store: string): Promise<StoreInfo> {
  if (!isPostgresUrl(store)) {
    const { sqliteFileInfo } = await import("./sqlite/sqlite-file.ts");
    return sqliteFileInfo(store);
  }
  const { postgresInfo } = await import("./postgres/postgres-info.ts");
  return postgresInfo(store);
}

/** Deletes data that is no longer needed, and returns the space to the file system. */
export function collectStore(store: string): Promise<StoreInfo> {
  return withStore(store, async (database) => {
    const saved = await openStoreIn(database, {
      originOf: () => undefined,
      readyScenario: async (scenario) => scenario,
      onNotice: () => {},
    });
    for (const { events } of await saved.all()) for await (const _ of events(takeTurn));
    await saved.deleteUnused();
    await database.shrink();
  });
}

/** Deletes everything in a store; the store may have an older version. */
export function resetStore(store: string): Promise<StoreInfo> {
  const reset = async (database: Database): Promise<void> => {
    await database.clear();
    await database.shrink();
  };
  return withStore(store, reset, true);
}

/** Runs `act` on a store that is not in use. If `isReset` is true, `act` must delete everything. */
export async function withStore(
  store: string,
  act: (database: Database) => Promise<void>,
  isReset = false,
): Promise<StoreInfo> {
  const database = await openDatabase(store, isReset);
  try {
    await act(database);
  } catch (error) {
    // The cause may be a full disk.
    throw database.failure(error);
  } finally {
    await database.close();
  }
  return showStore(store);
}

/** Connects to a shared database. Rejects with a SimulatorError if that is not possible. */
export async function openLeaderLock(store: string, isReset?: boolean): Promise<LeaderLock> {
  const { LeaderLock } = await import("./postgres/leader-lock.ts");
  const { postgresAddressOf } = await import("./postgres/postgres-address.ts");
  return LeaderLock.of(postgresAddressOf(store), isReset);
}

async function openDatabase(store: string, isReset: boolean): Promise<Database> {
  if (!isPostgresUrl(store)) return openFile(store, isReset);
  const lock = await openLeaderLock(store, isReset);
  try {
    return await lock.take(undefined, { isPatient: false });
  } finally {
    await lock.close();
  }
}

/** Opens a SQLite file. Rejects with a SimulatorError if it is in use, or if it is not a store. */
export async function openFile(path: string, isReset?: boolean): Promise<Database> {
  const { SqliteFile } = await import("./sqlite/sqlite-file.ts");
  return new SqliteFile(path, isReset);
}
