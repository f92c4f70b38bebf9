import { expect, test } from "@jest/globals";
import { startPostgres } from "../../../scripts/postgres.mjs";
import { startSimulator } from "../../../src/index.ts";
import { postgresAddressOf } from "../../../src/stores/postgres/postgres-address.ts";
import { postgresClient } from "../../../src/stores/postgres/postgres-client.ts";

test("PostgreSQL reuses the space of dropped records soon, however many others there are", async () => {
  const postgres = await startPostgres();
  const store = postgres.url();
  const sim = await startSimulator({ store, onNotice: () => {} });
  const client = await postgresClient(postgresAddressOf(store), { max: 1 });
  const rows = await client`
    SELECT relname AS name, reloptions AS options FROM pg_class
    WHERE relname IN ('exchange', 'trace') ORDER BY relname`;
  await client.end();
  await sim.close();
  await postgres.stop();
  const options =
    "{autovacuum_vacuum_scale_factor=0,autovacuum_vacuum_threshold=5000,autovacuum_vacuum_cost_delay=0}";
  expect([...rows]).toEqual([
    { name: "exchange", options },
    { name: "trace", options },
  ]);
});
