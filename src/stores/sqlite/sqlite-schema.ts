import { SimulatorError } from "../../core/errors.ts";
import {
  lastIds,
  type Migrations,
  migrationFrom,
  type OpeningStore,
  STORE_VERSION,
} from "../store-info.ts";
import { dataTables } from "../tables.ts";
import type { SqliteDatabase } from "./sqlite.ts";

/** Marks a SQLite file as a store: "bsim" in ASCII. */
const APPLICATION_ID = 0x6273696d;

const TABLES = `
${dataTables({ integer: "INTEGER", bytes: "BLOB", clustered: " WITHOUT ROWID" })}
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${STORE_VERSION};
`;

const MIGRATIONS: Migrations = {
  2: `
ALTER TABLE sandbox ADD COLUMN last_exchange INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sandbox ADD COLUMN reserved_exchanges INTEGER NOT NULL DEFAULT 0;
${lastIds("CASE WHEN json_valid(json) THEN json_extract(json, '$.id') END")}
PRAGMA user_version = 3;
`,
};

/** Creates the tables of an empty file, and migrates those of an older version. */
export function requireSchema(db: SqliteDatabase, path: string, opening: OpeningStore): void {
  const version = schemaVersion(db, path);
  if (version === undefined) {
    db.exec(TABLES);
    return;
  }
  if (opening.isReset !== true) db.exec(migrationFrom(version, MIGRATIONS));
}

/** Version of a store's tables; undefined for an empty file. Throws a SimulatorError for a file that is not a store. */
export function schemaVersion(db: SqliteDatabase, path: string): number | undefined {
  const { application_id: application } = rowOf(db, "PRAGMA application_id");
  if (application === APPLICATION_ID)
    return Number(rowOf(db, "PRAGMA user_version")["user_version"]);
  const { tables } = rowOf(db, "SELECT count(*) AS tables FROM sqlite_schema");
  if (tables === 0) return undefined;
  throw new SimulatorError(
    "SIM_STORE",
    `Failed to open the store \`${path}\`: it is the database of another program. Choose another file.`,
  );
}

/** Deletes all tables, and creates them anew. Call it within a transaction. */
export function renewSchema(db: SqliteDatabase): void {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  for (const { name } of db.prepare(sql).all()) db.exec(`DROP TABLE ${name}`);
  db.exec(TABLES);
}

function rowOf(db: SqliteDatabase, sql: string): Readonly<Record<string, unknown>> {
  return db.prepare(sql).all()[0] ?? {};
}
