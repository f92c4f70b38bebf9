import { existsSync } from "node:fs";
import { openSqlite, type SqliteDatabase } from "./sqlite.ts";

/** Wall-clock time for which a process waits for a lock, in milliseconds: another one may be ending. */
const WAIT_MS = 500;

const SQLITE_BUSY = 5;

/**
 * The lock of a store's file: an empty database next to it, because a lock on the file itself would also keep others from reading
 * it. The operating system frees it when the process ends, however it ends.
 */
export class FileLock {
  readonly #db: SqliteDatabase;

  /** Throws SQLite's error if another process has the lock. */
  constructor(path: string, waitMs: number = WAIT_MS) {
    this.#db = openSqlite(`${path}-lock`);
    try {
      this.#db.exec(`PRAGMA busy_timeout = ${waitMs}; BEGIN EXCLUSIVE`);
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  /** Frees the lock. */
  close(): void {
    this.#db.close();
  }
}

/** Whether a process has the lock of a store's file. Throws an error if that can't be found out. */
export function isLocked(path: string): boolean {
  if (!existsSync(`${path}-lock`)) return false;
  try {
    new FileLock(path, 0).close();
    return false;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return true;
    throw error;
  }
}
