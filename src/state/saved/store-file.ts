import { statSync } from "node:fs";
import { SimulatorError } from "../../core/errors.ts";
import { wallNow } from "../wall-timer.ts";
import type { Database } from "./database.ts";
import {
  openSqlite,
  type SqliteDatabase,
  type SqliteStatement,
  type SqlRow,
  type SqlValue,
} from "./sqlite.ts";
import { requireSchema } from "./store-schema.ts";

/** By the code of SQLite or of the operating system. */
const REASONS: Readonly<Record<number | string, string>> = {
  // SQLITE_BUSY and SQLITE_NOTADB.
  5: "another process uses it. Stop that process, or choose another file",
  26: "it is not a SQLite file. Choose another file",
  ENOENT: "its folder does not exist. Create the folder, or choose another file",
  EACCES: "this process has no permission to write to it. Choose another file",
};

/** A SQLite file that holds the sandboxes of one server. It is locked while it is open. */
export class StoreFile implements Database {
  readonly name: string;
  readonly problem: undefined;
  readonly lost: undefined;
  readonly wallNow: Database["wallNow"] = wallNow;
  readonly #db: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();

  /** Throws a SimulatorError if the file can't be opened, is in use, or is not a store that this program knows. */
  constructor(path: string) {
    this.name = path;
    try {
      this.#db = openSqlite(path);
    } catch (error) {
      throw error instanceof SimulatorError ? error : failure("open", path, error);
    }
    try {
      this.#db.exec("PRAGMA busy_timeout = 500; PRAGMA locking_mode = EXCLUSIVE;");
      this.#db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
      // The first write takes the lock, which lasts until the file is closed.
      this.transaction(() => requireSchema(this.#db, path));
    } catch (error) {
      this.#db.close();
      throw error instanceof SimulatorError ? error : failure("open", path, error);
    }
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#statement(sql).run(...values);
  }

  rows(sql: string, ...values: SqlValue[]): readonly SqlRow[] {
    try {
      return this.#statement(sql).all(...values);
    } catch (error) {
      throw failure("read", this.name, error);
    }
  }

  each(sql: string, ...values: SqlValue[]): Iterable<SqlRow> {
    return this.#statement(sql).iterate(...values);
  }

  transaction(act: () => void): void {
    this.#db.exec("BEGIN EXCLUSIVE");
    try {
      act();
      this.#db.exec("COMMIT");
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  failure(cause: unknown): SimulatorError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `Failed to write to the store \`${this.name}\`: ${reason}. Free space there, and check the file's permissions: changes are written as soon as that is possible.`;
    return new SimulatorError("SIM_STORE", message, { cause });
  }

  timely(saved: Promise<void>): Promise<void> {
    return saved;
  }

  byteLength(): number {
    return statSync(this.name).size;
  }

  clear(): void {
    const tables = this.rows("SELECT name FROM sqlite_schema WHERE type = 'table'");
    this.transaction(() => {
      for (const { name } of tables) this.run(`DELETE FROM ${name}`);
    });
  }

  shrink(): void {
    this.#db.exec("VACUUM");
  }

  close(): void {
    this.#db.close();
  }

  /** SQLite itself has rolled back after some errors, such as a full disk. */
  #rollBack(): void {
    try {
      this.#db.exec("ROLLBACK");
    } catch {
      // There was no transaction any more.
    }
  }

  #statement(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function failure(action: "open" | "read", path: string, cause: unknown): SimulatorError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const { errcode, code } = cause as { errcode?: number; code?: string };
  const reason = REASONS[errcode ?? code ?? ""] ?? message;
  return new SimulatorError("SIM_STORE", `Failed to ${action} the store \`${path}\`: ${reason}.`, {
    cause,
  });
}
