import { statSync } from "node:fs";
import { SimulatorError } from "../../core/errors.ts";
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
export class StoreFile {
  readonly path: string;
  readonly #db: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();

  /** Throws a SimulatorError if the file can't be opened, is in use, or is not a store that this program knows. */
  constructor(path: string) {
    this.path = path;
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

  /** Runs a statement that changes rows; returns the ID of an inserted row. */
  run(sql: string, ...values: SqlValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  /** The rows of a query. Throws a SimulatorError if they can't be read. */
  rows(sql: string, ...values: SqlValue[]): readonly SqlRow[] {
    try {
      return this.#statement(sql).all(...values);
    } catch (error) {
      throw failure("read", this.path, error);
    }
  }

  /** The rows of a query, read one after another. Only one reader may use the same query at a time. */
  each(sql: string, ...values: SqlValue[]): Iterable<SqlRow> {
    return this.#statement(sql).iterate(...values);
  }

  /** Applies all changes that a function makes, durably, or none of them if it throws. */
  transaction<Result>(act: () => Result): Result {
    this.#db.exec("BEGIN EXCLUSIVE");
    try {
      const result = act();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Size of the file, in bytes. */
  get byteLength(): number {
    return statSync(this.path).size;
  }

  /** Returns unused space to the file system. */
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
