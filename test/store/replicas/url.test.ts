import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";
import { careForStore } from "../../../src/cli/commands/care-for-store.ts";
import { startSimulator } from "../../../src/index.ts";
import { LeaderLock } from "../../../src/stores/postgres/leader-lock.ts";
import { postgresAddressOf } from "../../../src/stores/postgres/postgres-address.ts";
import { postgresClient } from "../../../src/stores/postgres/postgres-client.ts";
import { Client } from "../../support/client.ts";
import { PATIENCE } from "../../support/storage.ts";

// The effects of a URL's parameters; `timeout`, `sslmode`, and `replica_port` are tested with their features.

let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

/** Takes the lock of a store that has a leader. Resolves once PostgreSQL has queued that. */
async function queue(store: string) {
  const address = postgresAddressOf(store);
  const lock = await LeaderLock.of(address);
  const taken = lock.take(undefined);
  const client = await postgresClient(address, { max: 1 });
  const waiting = () => client`SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'`;
  while ((await waiting()).length === 0);
  await client.end();
  return { lock, taken };
}

test("`pool` limits the connections that read", async () => {
  const lock = await LeaderLock.of(postgresAddressOf(`${postgres.url()}?schema=pool&pool=2`));
  const database = await lock.take(undefined);
  const backends = Array.from({ length: 6 }, () =>
    database?.rows("SELECT pg_backend_pid() AS backend, pg_sleep(0.05)"),
  );
  const used = (await Promise.all(backends)).map((rows) => rows?.[0]?.["backend"]);
  expect(new Set(used).size).toBe(2);
  await database?.close();
  await lock.close();
});

test("`replica_host` is where the other replicas reach this one", async () => {
  const store = `${postgres.url()}?schema=host&${PATIENCE}`;
  const leader = await startSimulator({ store: `${store}&replica_host=localhost` });
  const other = await startSimulator({ store });
  const lock = await LeaderLock.of(postgresAddressOf(store));
  expect(await lock.leader()).toMatchObject({ host: "localhost" });
  const jobId = await new Client(other, other.apiKey).submit({ inputs: ["a"] });
  const [exchange] = leader.exchanges();
  expect(exchange?.response?.body?.text).toBe(JSON.stringify({ job_id: jobId }));
  await lock.close();
  await other.close();
  await leader.close();
});

test("`wait` is how long a request waits for a replica to lead", async () => {
  const store = `${postgres.url()}?schema=wait&timeout=60000`;
  const first = await startSimulator({ store: `${store}&wait=60000` });
  // The next process in the queue leads without serving anything.
  const { lock, taken } = await queue(store);
  const [hasty, patient] = await Promise.all(
    [0, 60_000].map((waitMs) => startSimulator({ store: `${store}&wait=${waitMs}` })),
  );
  if (hasty === undefined || patient === undefined) throw new Error("Expected two replicas.");
  await first.close();
  const database = await taken;
  const created = new Client(patient, patient.apiKey).submit({ inputs: ["a"] });
  const { status, headers } = await fetch(`${hasty.baseUrl}/job-status/none`, {
    headers: { authorization: `Key ${hasty.apiKey}` },
  });
  expect([status, headers.get("x-sim-error")]).toEqual([503, "SIM_STORE"]);
  await database?.close();
  expect(await created).toMatch(/^job-/);
  await lock.close();
  await patient.close();
  await hasty.close();
});

test("a request that waits for a replica to lead gets 503 if the database doesn't respond in time", async () => {
  const store = `${postgres.url()}?schema=silent`;
  const first = await startSimulator({ store: `${store}&${PATIENCE}` });
  const { lock, taken } = await queue(store);
  const waiting = await startSimulator({ store: `${store}&timeout=1000&wait=60000` });
  await first.close();
  const database = await taken;
  postgres.relay.stall();
  const { status, headers } = await fetch(`${waiting.baseUrl}/job-status/none`, {
    headers: { authorization: `Key ${waiting.apiKey}` },
  });
  expect([status, headers.get("x-sim-error")]).toEqual([503, "SIM_STORE"]);
  const { storeProblem } = await waiting.control.health();
  expect(storeProblem).toContain("it did not respond within 1000 ms");
  postgres.relay.mend();
  await database?.close();
  await lock.close();
  await waiting.close();
}, 30_000);

test.each([
  ["pool=0", "`pool` is `0`, not a number from 1 to 1000"],
  ["wait=-1", "`wait` is `-1`, not a number from 0 to 99999"],
  ["replica_port=70000", "`replica_port` is `70000`, not a number from 0 to 65535"],
  [
    "sslmode=on",
    "`sslmode` is `on`, not one of disable, allow, prefer, require, verify-ca, verify-full",
  ],
  ["schema=a-b", "`schema` is `a-b`, not a lowercase identifier"],
])("%s is rejected", (parameter, problem) => {
  const store = `postgres://sim:secret@localhost/db?${parameter}`;
  const message = `Failed to use the store \`postgres://sim@localhost/db\`: ${problem}.`;
  expect(() => postgresAddressOf(store)).toThrow(message);
});

test("`schema` of an older version is rejected until `store reset` has emptied it", async () => {
  const store = `${postgres.url()}?schema=older`;
  const { name } = postgresAddressOf(store);
  await expect(careForStore(["info"], { store })).rejects.toThrow(
    `Failed to open the store \`${name}\`: it has no tables. Start a simulator with this store to create them.`,
  );
  await (await startSimulator({ store })).close();
  const client = await postgresClient(postgresAddressOf(store), { max: 1 });
  await client.unsafe("DROP TABLE entry; UPDATE version SET version = 1").simple();
  await client.end();
  const message = `Failed to open the store \`${name}\`: its version is 1, from before the first release, but this version of batch-sim needs store version 2 or later. Delete the store's contents with \`batch-sim store reset\`, or use another \`schema\`.`;
  await expect(startSimulator({ store })).rejects.toMatchObject({ code: "SIM_STORE", message });
  await expect(careForStore(["gc"], { store })).rejects.toThrow(message);
  expect(await careForStore(["info"], { store })).toMatch(
    /^.*: [\d.]+ KiB; version: 1 \(not readable by this version of batch-sim\), used by: nobody\n$/,
  );
  expect(await careForStore(["reset"], { store, yes: true })).toContain(
    "; sandboxes: 0, jobs: 0, ",
  );
  const sim = await startSimulator({ store });
  await new Client(sim, sim.apiKey).submit({ inputs: ["a"] });
  await sim.close();
});

test("a user needs the right to create the tables", async () => {
  const client = await postgresClient(postgresAddressOf(postgres.url()), { max: 1 });
  await client.unsafe("CREATE USER guest");
  await client.end();
  const store = postgres.url().replace("sim@", "guest@");
  const { name } = postgresAddressOf(store);
  await expect(startSimulator({ store })).rejects.toMatchObject({
    code: "SIM_STORE",
    message: `Failed to use the store \`${name}\`: permission denied for database postgres. Allow the user to create the schema \`batch_sim\`, or make the user its owner.`,
  });
});

test("a server that closes connections is an error", async () => {
  const proxy = createServer((socket) => socket.resume().end()).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const name = `postgres://sim@127.0.0.1:${(proxy.address() as AddressInfo).port}/db`;
  await expect(startSimulator({ store: name })).rejects.toMatchObject({
    code: "SIM_STORE",
    message: `Failed to use the store \`${name}\`: the server closed the connection. Check that PostgreSQL is running, and that the store's URL is correct.`,
  });
  await new Promise((resolve) => proxy.close(resolve));
});
