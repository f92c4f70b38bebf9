import type { Sql } from "postgres";
import { SimulatorError } from "../../core/errors.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { postgresClient } from "./postgres-client.ts";

/** How often each connection is asked. One that chooses its session by turns is found out after two questions to the same. */
const ROUNDS = 3;

/**
 * Rejects with a SimulatorError unless each connection has a session of its own. A pooler in transaction mode shares sessions between
 * connections, so two processes would have the leader's lock at the same time.
 */
export async function requireSession(first: Sql, address: PostgresAddress): Promise<void> {
  const second = await postgresClient(address, { max: 1 });
  const [ofFirst, ofSecond] = [new Set<unknown>(), new Set<unknown>()];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      ofFirst.add(await sessionOf(first));
      ofSecond.add(await sessionOf(second));
      ofSecond.add(await sessionOf(second));
    }
  } finally {
    await second.end({ timeout: 0 });
  }
  const all = new Set([...ofFirst, ...ofSecond]);
  if (ofFirst.size === 1 && ofSecond.size === 1 && all.size === 2) return;
  throw new SimulatorError(
    "SIM_STORE",
    `Failed to use the store \`${address.name}\`: its connections share sessions, as with PgBouncer in transaction mode, so replicas could not lock it. Use session mode, or connect to PostgreSQL directly.`,
  );
}

async function sessionOf(connection: Sql): Promise<unknown> {
  const [row] = await connection`SELECT pg_backend_pid() AS session`;
  return row?.["session"];
}
