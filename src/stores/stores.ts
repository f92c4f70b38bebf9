// The parts of this folder that other folders may use. Databases are loaded only when needed.
import type { Database } from "./database.ts";
import type { SandboxStore, StoreOptions } from "./sandbox-store.ts";

export type { LeaderLock, LockHolder } from "./postgres/leader-lock.ts";
export type { PostgresAddress } from "./postgres/postgres-address.ts";
export type { LeaderAddress, PostgresDatabase } from "./postgres/postgres-database.ts";
export type { SandboxStore, StoreOptions } from "./sandbox-store.ts";
export { backUpStore, restoreStore } from "./store-backup.ts";
export { collectStore, openLeaderLock, resetStore, showStore } from "./store-care.ts";
export type { StoreInfo } from "./store-info.ts";

/** Opens a store that only this process uses; undefined for `memory`, which stores nothing. */
export async function openStore(
  store: string,
  options: StoreOptions,
): Promise<SandboxStore | undefined> {
  if (store === "memory") return undefined;
  const { SqliteFile } = await import("./sqlite/sqlite-file.ts");
  return openStoreIn(new SqliteFile(store), options);
}

/** Opens the store in a database that this process may change. */
export async function openStoreIn(
  database: Database,
  options: StoreOptions,
): Promise<SandboxStore> {
  const { SandboxStore } = await import("./sandbox-store.ts");
  return SandboxStore.in(database, options);
}
