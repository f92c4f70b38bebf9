import { randomUUID } from "node:crypto";
import { type Stats, statSync } from "node:fs";
import { messageOf, SimulatorError, storeError } from "../../core/errors.ts";
import { monotonicNow, wallNow } from "../../state/wall-timer.ts";
import { BATCH_ROWS, type Database, type SqlRow, type SqlValue } from "../database.ts";
import { countStored, requireVersion, type StoreInfo } from "../store-info.ts";
import {
  isLocked,
  lockablePath,
  lockFile,
  openSqlite,
  renewSchema,
  requireSchema,
  type SqliteDatabase,
  type SqliteStatement,
  schemaVersion,
} from "./sqlite.ts";

/** Reasons for failures, by SQLite's or the operating system's error code. */
const REASONS: Readonly<Record<number | string, string>> = {
  // SQLITE_BUSY and SQLITE_NOTADB.
  5: "another process is using it. Stop that process, or choose another file",
  26: "it is not a SQLite file. Choose another file",
  ENOENT: "its folder does not exist. Create the folder, or choose another file",
  EROFS: "its file system is read-only. Choose another file",
  EACCES: "this process has no permission to write to it. Choose another file",
};

/** Wall-clock milliseconds that SQLite waits for another process. */
const BUSY_MS = 500;

/** Milliseconds for which `problem` reuses the result of the last check. */
const CHECKED_MS = 250;

/** A SQLite file that is one process's store at a time. Other processes can read it. */
export class SqliteFile implements Database {
  readonly name: string;
  readonly lost: undefined;
  readonly wallNow: Database["wallNow"] = wallNow;
  readonly #lock: Pick<SqliteDatabase, "close">;
  readonly #db: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();
  /** Identifies this process as the owner of the file. */
  readonly #instance = randomUUID();
  /** The opened file's path, without symbolic links. */
  readonly #path: string;
  readonly #file: Stats;
  #checkedAt = 0;
  #problem: SimulatorError | undefined;

  /**
   * Throws a SimulatorError if the file can't be opened, is in use, or is not a store that this
   * program recognizes. With `isReset`, older tables remain unchanged until `clear` is called.
   */
  constructor(path: string, isReset = false) {
    this.name = path;
    const opened: Pick<SqliteDatabase, "close">[] = [];
    try {
      this.#db = openSqlite(path);
      opened.push(this.#db);
      this.#path = lockablePath(path);
      this.#file = statSync(this.#path);
      this.#db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
      // Don't change the database of another program, or of a newer version.
      const version = schemaVersion(this.#db, path);
      if (version !== undefined) requireVersion({ name: path, version }, isReset);
      this.#lock = lockFile(this.#path);
      opened.push(this.#lock);
      this.#db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
      this.#transaction(() => {
        requireSchema(this.#db, path, isReset);
        this.#claim();
      });
    } catch (error) {
      for (const each of opened) each.close();
      throw failedTo("open", path, error);
    }
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#statement(sql).run(...values);
  }

  rows(sql: string, ...values: SqlValue[]): readonly SqlRow[] {
    return attempt("read", this.name, () => this.#statement(sql).all(...values));
  }

  *batches(sql: string): Generator<readonly SqlRow[]> {
    let batch: SqlRow[] = [];
    for (const row of this.#statement(sql).iterate())
      if (batch.push(row) === BATCH_ROWS) {
        yield batch;
        batch = [];
      }
    if (batch.length > 0) yield batch;
  }

  get problem(): SimulatorError | undefined {
    if (monotonicNow() - this.#checkedAt >= CHECKED_MS) this.#check();
    return this.#problem;
  }

  /** Checks that this process still owns the file. The result stays valid in a transaction. */
  #check(): void {
    const reason = this.#lossReason();
    const text = `Failed to use the store \`${this.name}\`: ${reason}`;
    this.#problem = reason === undefined ? undefined : storeError(text);
    this.#checkedAt = monotonicNow();
  }

  /** Returns a reason if the file was deleted or replaced, or if another process has taken it. */
  #lossReason(): string | undefined {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    if (found?.ino !== this.#file.ino || found.dev !== this.#file.dev)
      return "its file was deleted or replaced while the simulator was using it. Restart the simulator.";
    if (this.#statement("SELECT instance FROM owner").all()[0]?.["instance"] !== this.#instance)
      return "another process has opened it, because its lock file was deleted. Stop one of the two processes, and don't delete the lock file.";
    return undefined;
  }

  /** Makes this process the owner of the file. Call this within a transaction. */
  #claim(): void {
    this.#db.exec("CREATE TABLE IF NOT EXISTS owner (instance TEXT NOT NULL); DELETE FROM owner;");
    this.run("INSERT INTO owner (instance) VALUES (?)", this.#instance);
  }

  transaction(act: () => void): void {
    this.#transaction(() => {
      this.#check();
      if (this.#problem !== undefined) throw this.#problem;
      act();
    });
  }

  #transaction(act: () => void): void {
    this.#db.exec("BEGIN EXCLUSIVE");
    try {
      act();
      this.#db.exec("COMMIT");
    } catch (error) {
      try {
        this.#db.exec("ROLLBACK");
      } catch {
        // SQLite itself rolls back after some errors, such as a full disk.
      }
      throw error;
    }
  }

  failure(cause: unknown): SimulatorError {
    if (cause instanceof SimulatorError) return cause;
    const message = `Failed to write to the store \`${this.name}\`: ${messageOf(cause)}. Free up space there, and check the file's permissions. Pending changes are then written automatically.`;
    return storeError(message, cause);
  }

  confirmed(): Promise<void> | undefined {
    const { problem } = this;
    return problem && Promise.reject(problem);
  }

  timely(saved: Promise<void>): Promise<void> {
    return saved;
  }

  clear(): void {
    this.transaction(() => {
      renewSchema(this.#db);
      this.#claim();
    });
  }

  shrink(): void {
    this.#db.exec("VACUUM");
  }

  close(): void {
    // From now on, `problem` doesn't check the file again.
    this.#checkedAt = Number.POSITIVE_INFINITY;
    this.#db.close();
    this.#lock.close();
  }

  #statement(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Summarizes a store's file, even one in use. Rejects with a SimulatorError. */
export function sqliteFileInfo(path: string): Promise<StoreInfo> {
  return whileOpen(path, async (db, version) => {
    const rows = (sql: string): readonly SqlRow[] =>
      attempt("read", path, () => db.prepare(sql).all());
    const contents = await countStored({ name: path, version }, rows);
    const isUsed = attempt("open", path, () => isLocked(lockablePath(path)));
    const usedBy = isUsed ? "a simulator" : "nobody";
    // The size includes changes that are not in the main file yet.
    const sql = "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size";
    return { ...contents, byteLength: Number(rows(sql)[0]?.["bytes"]), usedBy };
  });
}

/** Writes a snapshot of a store, even one in use, to a file. Rejects with a SimulatorError. */
export function copySqlite(path: string, target: string): Promise<void> {
  return whileOpen(path, async (db, version) => {
    requireVersion({ name: path, version });
    // Creates an empty file that only its owner can read. SQLite then fills it.
    const copy = attempt("open", target, () => openSqlite(target));
    copy.close();
    db.prepare("VACUUM INTO ?").run(target);
  });
}

async function whileOpen<Result>(
  path: string,
  act: (db: SqliteDatabase, version: number | undefined) => Promise<Result>,
): Promise<Result> {
  const db = attempt("open", path, () => openSqlite(path));
  try {
    const version = attempt("open", path, () => {
      db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
      return schemaVersion(db, path);
    });
    return await act(db, version);
  } finally {
    db.close();
  }
}

function attempt<Result>(action: "open" | "read", path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw failedTo(action, path, error);
  }
}

function failedTo(action: "open" | "read", path: string, error: unknown): SimulatorError {
  if (error instanceof SimulatorError) return error;
  const { errcode, code } = error as { errcode?: number; code?: string };
  const reason = REASONS[errcode ?? code ?? ""] ?? messageOf(error);
  return storeError(`Failed to ${action} the store \`${path}\`: ${reason}.`, error);
}
