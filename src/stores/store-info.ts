import { type SimulatorError, storeError } from "../core/errors.ts";
import { isPostgresUrl } from "../core/urls.ts";
import type { Database } from "./database.ts";

/** Version of the tables, which are the same in every kind of database. */
export const STORE_VERSION = 3;

type FoundStore = {
  /** The file or the URL. */
  readonly name: string;
  /** Undefined if the store has no tables. */
  readonly version: number | undefined;
};

/** The oldest version that can be migrated. */
const OLDEST_VERSION = 2;

/** SQL that migrates a version's tables; `steps[0]` migrates the oldest version to the next one. */
export function migrationFrom(version: number, steps: readonly string[]): string {
  return steps.slice(version - OLDEST_VERSION).join("\n");
}

/**
 * Returns SQL that adds each sandbox's highest exchange ID to its row. Traces are included, because
 * they are kept longer than exchanges. `id` is an SQL expression for the ID in a row's JSON.
 */
export function addLastIds(integer: string, id: string): string {
  return `ALTER TABLE sandbox ADD COLUMN last_exchange ${integer} NOT NULL DEFAULT 0;
ALTER TABLE sandbox ADD COLUMN reserved_exchanges ${integer} NOT NULL DEFAULT 0;
UPDATE sandbox SET last_exchange = coalesce((
  SELECT max(${id}) FROM (SELECT sandbox, json FROM exchange UNION ALL SELECT sandbox, json FROM trace) AS record
  WHERE record.sandbox = sandbox.id), 0);`;
}

/**
 * Throws a SimulatorError for a store without tables, or with tables that this version can neither
 * use nor migrate. With `isReset`, old tables are allowed, because they will be deleted.
 */
export function requireVersion(found: FoundStore, isReset = false): void {
  const { name, version } = found;
  const elsewhere = isPostgresUrl(name) ? "`schema`" : "file";
  if (version === undefined) throw noTables(name);
  if (version > STORE_VERSION)
    throw rejected(
      found,
      `this version of batch-sim supports only store versions up to ${STORE_VERSION}. Use a newer version of batch-sim, or another ${elsewhere}.`,
    );
  if (version < OLDEST_VERSION && !isReset)
    throw rejected(
      found,
      `this version of batch-sim needs store version ${OLDEST_VERSION} or later. Delete the store's contents with \`batch-sim store reset\`, or use another ${elsewhere}.`,
    );
}

function noTables(name: string): SimulatorError {
  return storeError(
    `Failed to open the store \`${name}\`: it has no tables. Start a simulator with this store to create them.`,
  );
}

function rejected({ name, version }: FoundStore, problem: string): SimulatorError {
  const origin = version === 1 ? ", from before the first release" : "";
  const message = `Failed to open the store \`${name}\`: its version is ${version}${origin}, but ${problem}`;
  return storeError(message);
}

/** `files` also counts lists of inputs that are too long to be stored in jobs' entries. */
type StoreCounts = Readonly<Record<"sandboxes" | "jobs" | "files" | "exchanges", number>>;

export type StoreInfo = {
  /** A path, or a URL without the password. */
  readonly name: string;
  readonly version: number;
  /** Undefined if the version of the tables differs from `STORE_VERSION`. */
  readonly counts: StoreCounts | undefined;
  readonly byteLength: number;
  /** Text that names the process that uses the store, such as `a simulator` or `nobody`. */
  readonly usedBy: string;
};

/** Counts a store's contents. Rejects with a SimulatorError if it has no tables. */
export async function countStored({ name, version }: FoundStore, rows: Database["rows"]) {
  if (version === undefined) throw noTables(name);
  if (version !== STORE_VERSION) return { name, version, counts: undefined };
  const count = async (what: string): Promise<number> => {
    const [row] = await rows(`SELECT count(*) AS count FROM ${what}`);
    return Number(row?.["count"]);
  };
  const counts = {
    sandboxes: await count("sandbox WHERE has_ended = 0"),
    jobs: await count("entry WHERE kind = 'jobSubmitted'"),
    files: await count("blob"),
    exchanges: await count("exchange"),
  };
  return { name, version, counts };
}

type Dialect = Readonly<Record<"integer" | "bytes" | "clustered", string>>;

/**
 * Returns SQL that creates the tables for the sandboxes and the server.
 *
 * An entry is an event. A later entry with the same kind and ID replaces it in the same position,
 * so applying a sandbox's entries in order restores its state. Entries that are never replaced,
 * such as jobs, have no ID, because indexing takes time. Blobs are rows of inputs and files, in
 * compressed chunks. `clustered` ends the definition of a table whose rows are stored in key order.
 */
export function dataTables({ integer, bytes, clustered }: Dialect): string {
  return `
CREATE TABLE scenario (hash text PRIMARY KEY, json text NOT NULL, origin text NOT NULL)${clustered};
CREATE TABLE value (hash text PRIMARY KEY, json text NOT NULL)${clustered};
CREATE TABLE sandbox (
  id ${integer} PRIMARY KEY,
  recipe text NOT NULL,
  opened_at ${integer} NOT NULL,
  written_at ${integer} NOT NULL,
  is_used smallint NOT NULL DEFAULT 0,
  has_ended smallint NOT NULL DEFAULT 0,
  last_exchange ${integer} NOT NULL DEFAULT 0,
  reserved_exchanges ${integer} NOT NULL DEFAULT 0
);
CREATE TABLE entry (
  sandbox ${integer} NOT NULL,
  position ${integer} NOT NULL,
  kind text NOT NULL,
  id text,
  json text NOT NULL,
  PRIMARY KEY (sandbox, position)
)${clustered};
CREATE UNIQUE INDEX entry_by_id ON entry (sandbox, kind, id) WHERE id IS NOT NULL;
CREATE TABLE exchange (sandbox ${integer}, number ${integer}, json text NOT NULL, PRIMARY KEY (sandbox, number))${clustered};
CREATE TABLE trace (sandbox ${integer}, number ${integer}, json text NOT NULL, PRIMARY KEY (sandbox, number))${clustered};
CREATE TABLE blob (id ${integer} PRIMARY KEY);
CREATE TABLE blob_use (sandbox ${integer}, blob ${integer}, PRIMARY KEY (sandbox, blob))${clustered};
CREATE TABLE chunk (blob ${integer}, start ${integer}, bytes ${bytes} NOT NULL, PRIMARY KEY (blob, start));
CREATE TABLE expectation (id ${integer} PRIMARY KEY, json text NOT NULL);
CREATE TABLE verdict (id ${integer} PRIMARY KEY, json text NOT NULL);
`;
}

export const DATA_TABLE_NAMES: readonly string[] = [
  ...dataTables({ integer: "", bytes: "", clustered: "" }).matchAll(/CREATE TABLE (\w+)/g),
].map(([, table = ""]) => table);
