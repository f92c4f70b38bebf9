// The parts of this folder that other folders may use. Databases are loaded only when needed.
export type { Database } from "./database.ts";
export type { LeaderLock, LockHolder } from "./postgres/leader-lock.ts";
export type { PostgresAddress } from "./postgres/postgres-address.ts";
export type { LeaderAddress, PostgresDatabase } from "./postgres/postgres-database.ts";
export type { SandboxStore, StoreOptions } from "./sandbox-store.ts";
export { backUpStore, restoreStore } from "./store-backup.ts";
export {
  collectStore,
  openFile,
  openLeaderLock,
  openStoreIn,
  resetStore,
  showStore,
} from "./store-care.ts";
export type { StoreInfo } from "./store-info.ts";
