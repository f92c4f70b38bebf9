import type { Sql, TransactionSql } from "postgres";
import { storeError } from "../../core/errors.ts";
import {
  addLastIds,
  DATA_TABLE_NAMES,
  dataTables,
  migrationFrom,
  requireVersion,
  STORE_VERSION,
} from "../store-info.ts";
import type { PostgresAddress } from "./postgres-address.ts";

/**
 * Exchanges and traces are constantly added and deleted, so the space of deleted rows must be
 * reused soon; by default, that happens only when a fifth of all rows are deleted. Rows that are
 * updated repeatedly get free space on their pages.
 */
const TABLE_SETTINGS = `
ALTER TABLE exchange SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE trace SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE sandbox SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE entry SET (fillfactor = 80);
`;

const DATA_TABLES =
  dataTables({ integer: "bigint", bytes: "bytea", clustered: "" }) + TABLE_SETTINGS;

/**
 * The replica that has the lock or had it last, the address at which other replicas reach it, and
 * whether it released the lock itself.
 */
const LEADER_TABLE = `
CREATE TABLE leader (
  instance text NOT NULL,
  host text NOT NULL,
  port integer NOT NULL,
  term bigint NOT NULL DEFAULT 0,
  has_ended smallint NOT NULL DEFAULT 0,
  options text NOT NULL DEFAULT '{}'
);
`;

/** Also applied before a reset, because taking the lock needs these columns. */
const LEADER_MIGRATION = `
ALTER TABLE leader ADD COLUMN IF NOT EXISTS term bigint NOT NULL DEFAULT 0;
ALTER TABLE leader ADD COLUMN IF NOT EXISTS has_ended smallint NOT NULL DEFAULT 0;
ALTER TABLE leader ADD COLUMN IF NOT EXISTS options text NOT NULL DEFAULT '{}';
`;

const MIGRATIONS = [
  `
${LEADER_MIGRATION}
${addLastIds("bigint", "(json::json ->> 'id')::bigint")}
${TABLE_SETTINGS}`,
];

/**
 * Creates or migrates the tables, in one process at a time. Rejects with a SimulatorError if their
 * version is unsupported, or if an older simulator is using them.
 */
export async function requireTables(
  sql: Sql,
  address: PostgresAddress,
  isReset: boolean,
): Promise<void> {
  const { name, schema } = address;
  await sql.begin(async (transaction) => {
    await transaction`SELECT pg_advisory_xact_lock(hashtext('batch-sim tables'), hashtext(${schema}))`;
    const version = await versionIn(transaction, address);
    if (version === undefined) {
      await transaction.unsafe(`
        CREATE SCHEMA IF NOT EXISTS ${schema};
        CREATE TABLE version (version integer NOT NULL);
        INSERT INTO version VALUES (${STORE_VERSION});
        ${LEADER_TABLE}
        ${DATA_TABLES}
      `);
      return;
    }
    requireVersion({ name, version }, isReset);
    if (version === STORE_VERSION) return;
    await requireUnused(transaction, { address, version });
    const migration = isReset
      ? LEADER_MIGRATION
      : `${migrationFrom(version, MIGRATIONS)} UPDATE version SET version = ${STORE_VERSION};`;
    await transaction.unsafe(migration);
  });
}

/** Rejects with a SimulatorError if a simulator is running, because it needs the old tables. */
async function requireUnused(
  sql: TransactionSql,
  { address, version }: { readonly address: PostgresAddress; readonly version: number },
): Promise<void> {
  const { name, schema } = address;
  const [row] = await sql`
    SELECT pg_try_advisory_xact_lock(hashtext('batch-sim leader'), hashtext(${schema})) AS lock`;
  if (row?.["lock"] === true) return;
  throw storeError(
    `Failed to open the store \`${name}\`: its version is ${version}, and an older simulator is using it. Stop all older replicas; the first replica of this version then upgrades the store.`,
  );
}

export async function versionIn(
  sql: Sql | TransactionSql,
  { schema }: PostgresAddress,
): Promise<number | undefined> {
  const [found] = await sql`SELECT to_regclass(${`${schema}.version`})::text AS name`;
  if (found?.["name"] == null) return undefined;
  const [row] = await sql`SELECT version FROM version`;
  return Number(row?.["version"]);
}

/** SQL that replaces the data tables with empty tables of the current version. */
export const RENEW_TABLES: string = `
  DROP TABLE IF EXISTS ${DATA_TABLE_NAMES.join(", ")};
  ${DATA_TABLES}
  UPDATE version SET version = ${STORE_VERSION}
`;
