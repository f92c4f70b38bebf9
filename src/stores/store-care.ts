import { storeError } from "../core/errors.ts";
import { isPostgresUrl } from "../core/urls.ts";
import { takeTurn } from "../state/loading.ts";
import type { Database } from "./database.ts";
import type { LeaderLock } from "./postgres/leader-lock.ts";
import type { OpeningStore, StoreInfo } from "./store-info.ts";

/** A store's contents and users. Rejects with a SimulatorError if it can't be read. */
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
    // Loaded late, as in `stores.ts`: servers load this file, too.
    const { SandboxStore } = await import("./sandbox-store.ts");
    const saved = await SandboxStore.in(database, {
      originOf: () => undefined,
      readyScenario: async (scenario) => scenario,
      onNotice: () => {},
    });
    for (const { events } of await saved.all()) for await (const _ of events(takeTurn));
    await saved.deleteUnused();
    await database.shrink();
  });
}

/** Deletes everything in a store, which may have an older version. */
export function resetStore(store: string): Promise<StoreInfo> {
  const reset = async (database: Database): Promise<void> => {
    await database.clear();
    await database.shrink();
  };
  return withStore(store, reset, { isReset: true });
}

/** Runs a function on a store that no simulator is using. */
export async function withStore(
  store: string,
  act: (database: Database) => Promise<void>,
  opening: OpeningStore = {},
): Promise<StoreInfo> {
  const { database, close } = await openDatabase(store, opening);
  try {
    await act(database);
  } catch (error) {
    // The cause may be a full disk.
    throw database.failure(error);
  } finally {
    await close();
  }
  return showStore(store);
}

/**
 * Connects to a database that processes share. Rejects with a SimulatorError if that is not
 * possible.
 */
export async function openLeaderLock(store: string, opening?: OpeningStore): Promise<LeaderLock> {
  const { LeaderLock } = await import("./postgres/leader-lock.ts");
  const { postgresAddressOf } = await import("./postgres/postgres-address.ts");
  return LeaderLock.of(postgresAddressOf(store), opening);
}

type OpenDatabase = { readonly database: Database; readonly close: () => Promise<void> };

async function openDatabase(store: string, opening: OpeningStore): Promise<OpenDatabase> {
  if (isPostgresUrl(store)) return openPostgres(store, opening);
  const { SqliteFile } = await import("./sqlite/sqlite-file.ts");
  const file = new SqliteFile(store, opening);
  return { database: file, close: async () => file.close() };
}

async function openPostgres(store: string, opening: OpeningStore): Promise<OpenDatabase> {
  const lock = await openLeaderLock(store, opening);
  try {
    const database = await lock.take(undefined, { isPatient: false });
    if (database === undefined)
      throw storeError(
        `Failed to open the store \`${lock.address.name}\`: a simulator is using it. Stop every simulator that uses it.`,
      );
    const close = async (): Promise<void> => {
      await database.close();
      await lock.close();
    };
    return { database, close };
  } catch (error) {
    await lock.close();
    throw error;
  }
}
