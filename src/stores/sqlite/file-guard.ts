import { randomUUID } from "node:crypto";
import { existsSync, realpathSync, type Stats, statSync } from "node:fs";
import { type SimulatorError, storeError } from "../../core/errors.ts";
import { monotonicNow } from "../../state/wall-timer.ts";
import { openSqlite, type SqliteDatabase, type SqliteStatement } from "./sqlite.ts";

/** Wall-clock milliseconds that a process waits for a lock: another process may be ending. */
const WAIT_MS = 500;

const SQLITE_BUSY = 5;

/**
 * Locks a store's file until the returned database is closed. Locks an empty file next to it,
 * because a lock on the store itself would also keep other processes from reading it. The operating
 * system releases the lock when the process ends for any reason. Throws SQLite's error if another
 * process has the lock.
 */
export function lockFile(path: string, waitMs: number = WAIT_MS): Pick<SqliteDatabase, "close"> {
  const db = openSqlite(`${path}-lock`);
  try {
    db.exec(`PRAGMA busy_timeout = ${waitMs}; BEGIN EXCLUSIVE`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether a process has locked a store's file. Throws an error if that can't be determined. */
export function isLocked(path: string): boolean {
  if (!existsSync(`${path}-lock`)) return false;
  try {
    lockFile(path, 0).close();
    return false;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return true;
    throw error;
  }
}

/** Milliseconds for which a check is valid for responses that change nothing. */
const CHECKED_MS = 250;

/**
 * A path's file with symbolic links resolved, so that its users share one lock. Throws if the file
 * can't be locked.
 */
export function lockablePath(path: string): string {
  const real = realpathSync(path);
  const { nlink } = statSync(real);
  if (nlink === 1) return real;
  throw new Error(
    `it has ${nlink} hard links, so another process may use it under another name. Delete the other links, or choose another file`,
  );
}

/** Detects that a file was deleted or replaced, or that another process has taken it. */
export class FileGuard {
  readonly #name: string;
  readonly #path: string;
  readonly #db: SqliteDatabase;
  readonly #instance = randomUUID();
  readonly #file: Stats;
  #owner: SqliteStatement | undefined;
  #checkedAt = 0;
  #problem: SimulatorError | undefined;

  /** `path` has no symbolic links. */
  constructor(name: string, path: string, db: SqliteDatabase) {
    this.#name = name;
    this.#path = path;
    this.#db = db;
    this.#file = statSync(path);
  }

  /** Makes this process the owner of the file. Call it within a transaction. */
  claim(): void {
    this.#db.exec("CREATE TABLE IF NOT EXISTS owner (instance TEXT NOT NULL); DELETE FROM owner;");
    this.#db.prepare("INSERT INTO owner (instance) VALUES (?)").run(this.#instance);
    this.#owner = this.#db.prepare("SELECT instance FROM owner");
  }

  /** Why this process must not use the file; undefined if it may. */
  get problem(): SimulatorError | undefined {
    if (monotonicNow() - this.#checkedAt >= CHECKED_MS) this.check();
    return this.#problem;
  }

  /** Checks now. Within a transaction, the result is valid until the transaction ends. */
  check(): SimulatorError | undefined {
    const reason = this.#reason();
    this.#problem =
      reason === undefined
        ? undefined
        : storeError(`Failed to use the store \`${this.#name}\`: ${reason}`);
    this.#checkedAt = monotonicNow();
    return this.#problem;
  }

  /** Stops checking: the last result remains valid. */
  close(): void {
    this.#checkedAt = Number.POSITIVE_INFINITY;
  }

  #reason(): string | undefined {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    if (found?.ino !== this.#file.ino || found.dev !== this.#file.dev)
      return "its file was deleted or replaced while the simulator used it. Restart the simulator.";
    if (this.#owner?.all()[0]?.["instance"] !== this.#instance)
      return "another process has opened it, because its lock file was deleted. Stop one of the two processes, and don't delete the lock file.";
    return undefined;
  }
}
