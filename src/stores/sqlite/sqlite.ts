import { accessSync, closeSync, constants, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { SimulatorError } from "../../core/errors.ts";

export type SqlValue = string | number | bigint | Uint8Array | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** The part of `node:sqlite` that is used; the types of Node 20 don't have it. */
export type SqliteStatement = {
  readonly run: (...values: SqlValue[]) => { readonly lastInsertRowid: number | bigint };
  readonly all: (...values: SqlValue[]) => readonly SqlRow[];
  readonly iterate: () => Iterable<SqlRow>;
};

export type SqliteDatabase = {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => SqliteStatement;
  readonly close: () => void;
};

type SqliteModule = { readonly DatabaseSync: new (path: string) => SqliteDatabase };

export function hasSqlite(): boolean {
  return sqliteModule() !== undefined;
}

/** Opens a SQLite file, which only its owner can read: it contains keys. Throws a SimulatorError if this version of Node has no SQLite. */
export function openSqlite(path: string): SqliteDatabase {
  accessSync(dirname(path));
  const module = sqliteModule();
  if (module !== undefined) {
    // SQLite would read `file:` as the beginning of a URI.
    const absolute = resolve(path);
    requireFile(absolute);
    return new module.DatabaseSync(absolute);
  }
  throw new SimulatorError(
    "SIM_STORE",
    `Failed to open the store \`${path}\`: Node ${process.versions.node} has no SQLite. Use Node 22.13 or newer, or \`--store memory\`.`,
  );
}

/** Creates a file unless it exists: closing a file frees the locks that this process already has on it. */
function requireFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) closeSync(openSync(path, "a", 0o600));
  else if (found.isDirectory()) throw new Error("it is a folder. Choose another file");
  else accessSync(path, constants.R_OK | constants.W_OK);
}

function sqliteModule(): SqliteModule | undefined {
  return process.getBuiltinModule("node:sqlite") as SqliteModule | undefined;
}
