import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  realpathSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { storeError } from "../../core/errors.ts";
import type { SqlRow, SqlValue } from "../database.ts";
import { addLastIds, dataTables, migrationFrom, STORE_VERSION } from "../store-info.ts";

/** The part of `node:sqlite` that is used here; Node 20's types lack that module. */
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

/**
 * Opens or creates a SQLite file. Only its owner can read a new file, because it will contain keys.
 * Throws a SimulatorError if this version of Node has no SQLite.
 */
export function openSqlite(path: string): SqliteDatabase {
  accessSync(dirname(path));
  const module = process.getBuiltinModule("node:sqlite") as SqliteModule | undefined;
  if (module !== undefined) {
    // SQLite would treat a relative path that begins with `file:` as a URI.
    const absolute = resolve(path);
    requireFile(absolute);
    return new module.DatabaseSync(absolute);
  }
  throw storeError(
    `Failed to open the store \`${path}\`: Node ${process.versions.node} has no SQLite. Use Node 22.13 or newer, or \`--store memory\`.`,
  );
}

/**
 * Creates a file unless it exists. An existing file isn't opened, because closing it would release
 * the locks that this process already has on the file.
 */
function requireFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) closeSync(openSync(path, "a", 0o600));
  else if (found.isDirectory()) throw new Error("it is a folder. Choose another file");
  else accessSync(path, constants.R_OK | constants.W_OK);
}

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

/** Resolves symbolic links, so that users share a lock. Throws if the file has other hard links. */
export function lockablePath(path: string): string {
  const real = realpathSync(path);
  const { nlink } = statSync(real);
  if (nlink === 1) return real;
  throw new Error(
    `it has ${nlink} hard links, so another process may use it under another name. Delete the other links, or choose another file`,
  );
}

/** Marks a SQLite file as a store: "bsim" in ASCII. */
const APPLICATION_ID = 0x6273696d;

const TABLES = `
${dataTables({ integer: "INTEGER", bytes: "BLOB", clustered: " WITHOUT ROWID" })}
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${STORE_VERSION};
`;

const MIGRATIONS = [
  `
${addLastIds("INTEGER", "CASE WHEN json_valid(json) THEN json_extract(json, '$.id') END")}
PRAGMA user_version = 3;
`,
];

/** Creates the tables in an empty file, or migrates an older store unless `isReset`. */
export function requireSchema(db: SqliteDatabase, path: string, isReset: boolean): void {
  const version = schemaVersion(db, path);
  if (version === undefined) db.exec(TABLES);
  else if (!isReset) db.exec(migrationFrom(version, MIGRATIONS));
}

/** A store's version; undefined for an empty file. Throws a SimulatorError for any other file. */
export function schemaVersion(db: SqliteDatabase, path: string): number | undefined {
  const { application_id: application } = rowOf(db, "PRAGMA application_id");
  if (application === APPLICATION_ID)
    return Number(rowOf(db, "PRAGMA user_version")["user_version"]);
  const { tables } = rowOf(db, "SELECT count(*) AS tables FROM sqlite_schema");
  if (tables === 0) return undefined;
  throw storeError(
    `Failed to open the store \`${path}\`: it is another program's database. Choose another file.`,
  );
}

/** Deletes all tables, and recreates them. Call this within a transaction. */
export function renewSchema(db: SqliteDatabase): void {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  for (const { name } of db.prepare(sql).all()) db.exec(`DROP TABLE ${name}`);
  db.exec(TABLES);
}

function rowOf(db: SqliteDatabase, sql: string): Readonly<Record<string, unknown>> {
  return db.prepare(sql).all()[0] ?? {};
}
