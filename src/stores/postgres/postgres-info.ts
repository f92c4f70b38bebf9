import type { Sql } from "postgres";
import { BATCH_ROWS, type SqlRow } from "../database.ts";
import { countStored, requireVersion, type StoreInfo } from "../store-info.ts";
import { type PostgresAddress, postgresAddressOf } from "./postgres-address.ts";
import { postgresClient, postgresError } from "./postgres-client.ts";
import { versionIn } from "./postgres-schema.ts";

/** Returns a database's contents and leader. Rejects with a SimulatorError on failure. */
export function postgresInfo(store: string): Promise<StoreInfo> {
  return whileConnected(store, async (client, address) => {
    const rows = async (sql: string): Promise<readonly SqlRow[]> => client.unsafe(sql);
    const version = await versionIn(client, address);
    const contents = await countStored({ name: address.name, version }, rows);
    const [size] = await client`
      SELECT coalesce(sum(pg_total_relation_size(quote_ident(schemaname) || '.' || quote_ident(tablename))), 0) AS bytes
      FROM pg_tables WHERE schemaname = ${address.schema}`;
    const byteLength = Number(size?.["bytes"]);
    return { ...contents, byteLength, usedBy: await userOf(client, address) };
  });
}

/** Describes the process that has the lock; the table `leader` may contain one that has ended. */
async function userOf(sql: Sql, { schema }: PostgresAddress): Promise<string> {
  const [row] = await sql`
    SELECT leader.host, leader.port FROM pg_locks LEFT JOIN leader ON true
    WHERE locktype = 'advisory' AND granted AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid::bigint = hashtext('batch-sim leader')::bigint & 4294967295
      AND objid::bigint = hashtext(${schema})::bigint & 4294967295`;
  if (row === undefined) return "nobody";
  const { host, port } = row;
  return host === null ? "the command `store`" : `the replica at ${host}:${port}`;
}

/** Lets `act` read a snapshot of the tables in batches. Rejects with a SimulatorError. */
export async function readConsistently(
  store: string,
  act: (read: (table: string) => AsyncIterable<readonly SqlRow[]>) => Promise<void>,
): Promise<void> {
  await whileConnected(store, (client, address) =>
    client.begin("isolation level repeatable read read only", async (transaction) => {
      const version = await versionIn(transaction, address);
      requireVersion({ name: address.name, version });
      await act((table) => transaction.unsafe(`SELECT * FROM ${table}`).cursor(BATCH_ROWS));
    }),
  );
}

async function whileConnected<Result>(
  store: string,
  act: (client: Sql, address: PostgresAddress) => Promise<Result>,
): Promise<Result> {
  const address = postgresAddressOf(store);
  const client = await postgresClient(address, { max: 1 });
  try {
    return await act(client, address);
  } catch (error) {
    throw postgresError(address, error);
  } finally {
    await client.end();
  }
}
