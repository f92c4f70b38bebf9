import type { SqlRow } from "../sqlite/sqlite.ts";
import { requireVersion } from "../store-version.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { postgresClient, postgresError } from "./postgres-client.ts";
import { versionIn } from "./postgres-schema.ts";

/** Number of rows that are read at a time. */
const BATCH_ROWS = 100;

/** Lets `act` read tables, in batches of rows, as they are at one moment. Rejects with a SimulatorError if they can't be read. */
export async function readConsistently(
  address: PostgresAddress,
  act: (read: (table: string) => AsyncIterable<readonly SqlRow[]>) => Promise<void>,
): Promise<void> {
  const client = await postgresClient(address, { max: 1 });
  try {
    await client.begin("isolation level repeatable read read only", async (transaction) => {
      const version = await versionIn(transaction, address);
      requireVersion({ name: address.name, version, elsewhere: "`schema`" });
      await act((table) => transaction.unsafe(`SELECT * FROM ${table}`).cursor(BATCH_ROWS));
    });
  } catch (error) {
    throw postgresError(address, error);
  } finally {
    await client.end();
  }
}
