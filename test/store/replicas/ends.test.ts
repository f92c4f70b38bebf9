import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";
import { connectTo, type ForwardTarget } from "../../../src/http/forwarding.ts";
import { type Simulator, startSimulator } from "../../../src/index.ts";
import { LeaderLock } from "../../../src/stores/postgres/leader-lock.ts";
import { postgresAddressOf } from "../../../src/stores/postgres/postgres-address.ts";
import { postgresClient } from "../../../src/stores/postgres/postgres-client.ts";

// A replica that can't start, or that ends while it starts, leaves nothing behind.

let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

/** Number of servers in this process. */
function countServers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;
}

test("a port for other replicas that is in use is an error, and nothing goes on listening", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const store = `${postgres.url()}?schema=port_in_use&replica_port=${port}`;
  const before = countServers();
  await expect(startSimulator({ store })).rejects.toMatchObject({
    code: "SIM_PORT",
    message: `Failed to listen on 127.0.0.1:${port}: port ${port} is in use. Choose another, or 0 for any free port.`,
  });
  expect(countServers()).toBeLessThanOrEqual(before);
  await new Promise((resolve) => taken.close(resolve));
});

test("a wait for the lock ends if it is canceled while it connects", async () => {
  const lock = await LeaderLock.of(postgresAddressOf(`${postgres.url()}?schema=canceled`));
  const leading = await lock.take(undefined);
  const canceling = new AbortController();
  const waiting = lock.take(undefined, { signal: canceling.signal });
  canceling.abort();
  await expect(waiting).rejects.toMatchObject({ code: "SIM_STORE" });
  await leading?.close();
  // PostgreSQL releases the lock a moment after the connection has ended.
  const next = await lock.take(undefined);
  await next?.close();
  await lock.close();
});

test("a replica that is closed while it starts to lead releases the lock", async () => {
  const store = `${postgres.url()}?schema=closed`;
  const address = postgresAddressOf(store);
  const first = await startSimulator({ store });
  const second = await startSimulator({ store });
  const client = await postgresClient(address, { max: 1 });
  await client`SELECT 1`;
  const writer = await client.reserve();
  await writer`BEGIN`;
  await writer`LOCK TABLE leader IN SHARE MODE`;
  const closing = [first.close()];
  const waiting = () =>
    writer`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'leader'::regclass`;
  while ((await waiting()).length === 0) await new Promise(setImmediate);
  closing.push(second.close());
  await writer`COMMIT`;
  writer.release();
  await client.end();
  await Promise.all(closing);
  const lock = await LeaderLock.of(address);
  const database = await lock.take(undefined);
  await database?.close();
  await lock.close();
});

test("a forwarded connection may be reset while the replica reads its state", async () => {
  const store = `${postgres.url()}?schema=reset`;
  await startSimulator({ store }).then((sim) => sim.close());
  const client = await postgresClient(postgresAddressOf(store), { max: 1 });
  await client`DELETE FROM leader`;
  const writer = await client.reserve();
  await writer`BEGIN`;
  await writer`LOCK TABLE sandbox`;
  const starting = startSimulator({ store });
  let socket: Socket | undefined;
  while (socket === undefined) {
    const [leader] = await writer<ForwardTarget[]>`SELECT instance, host, port FROM leader`;
    socket = leader && (await connectTo(leader, 0));
  }
  socket.resetAndDestroy();
  await once(socket, "close");
  await writer`COMMIT`;
  writer.release();
  await client.end();
  const sim = await starting;
  expect((await fetch(`${sim.controlUrl}/health`)).status).toBe(200);
  await sim.close();
});

/** Whether a replica has the state; it sends no query. */
function leads(sim: Simulator): boolean {
  try {
    return sim.exchanges().length === 0;
  } catch {
    return false;
  }
}

test("a leader whose connections have gone silent leads again over new ones", async () => {
  const store = `${postgres.url()}?schema=silent&timeout=4000`;
  const notices: string[] = [];
  const sim = await startSimulator({ store, onNotice: (notice) => notices.push(notice) });
  const untilNotices = async (count: number): Promise<void> => {
    while (notices.length < count) await new Promise(setImmediate);
  };
  postgres.relay.stall();
  await untilNotices(2);
  // The old connections stay silent.
  postgres.relay.mend();
  await untilNotices(3);
  expect(notices.slice(0, 3)).toEqual([
    "Term 1: this replica leads.",
    expect.stringMatching(/^SIM_STORE: /),
    "The store works again.",
  ]);
  while (!leads(sim)) await new Promise(setImmediate);
  expect((await sim.control.health()).status).toBe("ok");
  await sim.close();
}, 60_000);
