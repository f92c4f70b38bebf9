import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { ReservedSql } from "postgres";
import { type Postgres, type Relay, startPostgres } from "../../../scripts/postgres.mjs";
import { postgresAddressOf } from "../../../src/stores/postgres/postgres-address.ts";
import { postgresClient } from "../../../src/stores/postgres/postgres-client.ts";
import { type Fault, IS_LONG, runChaos } from "../../chaos/chaos.ts";
import type { Place } from "../../chaos/visitors.ts";
import { end, type Served, serve } from "../processes.ts";

// Three replicas share a PostgreSQL database, and a series of faults occurs. Every response must be consistent with each job
// and each clock existing only once, and no finding may blame a client that does everything right.

const REPLICAS = 3;

/** A pause that is longer than PostgreSQL keeps a silent session. */
const LONG_PAUSE_MS = 20_000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A port that is free at the moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A replica with its own path to the database; another process replaces it when it ends. */
class Replica {
  served: Served | undefined;
  readonly port: number;
  readonly relay: Relay & { readonly url: string };
  readonly #folder: string;

  private constructor(folder: string, port: number, relay: Relay & { readonly url: string }) {
    this.#folder = folder;
    this.port = port;
    this.relay = relay;
  }

  static async start(postgres: Postgres, folder: string): Promise<Replica> {
    const replica = new Replica(folder, await freePort(), await postgres.openRelay());
    await replica.serve();
    return replica;
  }

  async serve(): Promise<void> {
    this.served = await serve(this.#folder, [
      "--store",
      `${this.relay.url}?replica_port=${this.port}`,
    ]);
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.served?.child.kill(signal);
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const { served } = this;
    this.served = undefined;
    if (served !== undefined) await end(served, signal);
  }

  async restart(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    await this.end(signal);
    await this.serve();
  }
}

/** The replicas, and a separate session in their database. */
type Fleet = {
  readonly sql: ReservedSql;
  readonly replicas: readonly Replica[];
};

/** The leading replica, and the server process that holds its lock. */
async function leaderOf({ sql, replicas }: Fleet): Promise<{ leader: Replica; backend: number }> {
  for (;;) {
    const [row] = await sql`SELECT port FROM batch_sim.leader`;
    const [lock] = await sql`SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted`;
    const leader = replicas.find(({ port }) => port === row?.["port"]);
    if (leader !== undefined && lock !== undefined) return { leader, backend: Number(lock["pid"]) };
    await pause(20);
  }
}

/** Holds a lock on a table during an action. */
async function whileLocked({ sql }: Fleet, act: () => Promise<void>): Promise<void> {
  await sql`BEGIN`;
  await sql`LOCK TABLE batch_sim.entry IN ACCESS EXCLUSIVE MODE`;
  await act();
  await sql`COMMIT`;
}

async function whileFull({ sql }: Fleet, act: () => Promise<void>): Promise<void> {
  await sql`
    CREATE FUNCTION batch_sim.full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`;
  const tables = ["entry", "exchange"];
  for (const table of tables)
    await sql.unsafe(
      `CREATE TRIGGER full_disk BEFORE INSERT ON batch_sim.${table} EXECUTE FUNCTION batch_sim.full_disk()`,
    );
  await act();
  for (const table of tables) await sql.unsafe(`DROP TRIGGER full_disk ON batch_sim.${table}`);
  await sql`DROP FUNCTION batch_sim.full_disk`;
}

/** Faults of the leading process. */
function processFaults(fleet: Fleet): Fault[] {
  const { sql, replicas } = fleet;
  const leader = async (): Promise<Replica> => (await leaderOf(fleet)).leader;
  return [
    { name: "the leader is killed", act: async () => (await leader()).restart("SIGKILL") },
    { name: "the leader is stopped", act: async () => (await leader()).restart("SIGTERM") },
    {
      name: "a follower is killed",
      act: async () => {
        const led = await leader();
        await replicas.find((each) => each !== led)?.restart("SIGKILL");
      },
    },
    {
      name: "the leader is paused, and replaced at once",
      act: async (written) => {
        const { leader: paused, backend } = await leaderOf(fleet);
        paused.signal("SIGSTOP");
        await sql`SELECT pg_terminate_backend(${backend})`;
        await written();
        // Readers send the paused process requests about recent writes.
        await pause(500);
        paused.signal("SIGCONT");
      },
    },
    {
      name: "the leader is paused for a second",
      act: async () => {
        const paused = await leader();
        paused.signal("SIGSTOP");
        await pause(1000);
        paused.signal("SIGCONT");
      },
    },
  ];
}

/** Faults of the database, or of the path to it. */
function databaseFaults(fleet: Fleet): Fault[] {
  const { sql } = fleet;
  return [
    {
      name: "the leader's session is ended",
      act: async () => {
        const { backend } = await leaderOf(fleet);
        await sql`SELECT pg_terminate_backend(${backend})`;
      },
    },
    {
      name: "the leader's connections to the database fail for 2 s",
      act: async () => {
        const { relay } = (await leaderOf(fleet)).leader;
        relay.cut();
        await pause(2000);
        relay.mend();
      },
    },
    {
      name: "another session holds a table's lock for 2 s",
      act: () => whileLocked(fleet, () => pause(2000)),
    },
    {
      name: "the leader is killed while another session holds a lock",
      act: async () => {
        const { leader } = await leaderOf(fleet);
        await whileLocked(fleet, async () => {
          await pause(200);
          await leader.end("SIGKILL");
          await pause(1000);
        });
        await leader.serve();
      },
    },
    { name: "the database's disk is full for 1 s", act: () => whileFull(fleet, () => pause(1000)) },
    {
      name: "all connections to the database fail for 1 s",
      act: async () => {
        for (const { relay } of fleet.replicas) relay.cut();
        await pause(1000);
        for (const { relay } of fleet.replicas) relay.mend();
      },
    },
    ...(IS_LONG ? silentFaults(fleet) : []),
  ];
}

/** Faults that take a long time to be noticed. */
function silentFaults(fleet: Fleet): Fault[] {
  return [
    {
      name: "the leader is paused for 20 s",
      act: async () => {
        const { leader } = await leaderOf(fleet);
        leader.signal("SIGSTOP");
        await pause(LONG_PAUSE_MS);
        leader.signal("SIGCONT");
      },
    },
    {
      name: "the leader's connections to the database go silent for 20 s",
      act: async () => {
        const { relay } = (await leaderOf(fleet)).leader;
        relay.stall();
        await pause(LONG_PAUSE_MS);
        relay.mend();
      },
    },
  ];
}

test("under every fault, what clients are told is possible, and nobody is accused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-chaos-"));
  const postgres = await startPostgres();
  const client = await postgresClient(postgresAddressOf(postgres.url()), { max: 1 });
  const replicas: Replica[] = [];
  try {
    for (let index = 0; index < REPLICAS; index++)
      replicas.push(await Replica.start(postgres, folder));
    await client`SELECT 1`;
    const fleet: Fleet = { sql: await client.reserve(), replicas };
    const places = (): readonly Place[] => replicas.flatMap(({ served }) => served ?? []);
    const faults = [...processFaults(fleet), ...databaseFaults(fleet)];
    const { told, followed, ...found } = await runChaos({ places, faults });
    expect(found).toEqual({ contradictions: [], accusations: [] });
    expect(Math.min(told, followed)).toBeGreaterThan(0);
  } finally {
    await Promise.all(replicas.map((replica) => replica.end("SIGKILL")));
    await client.end({ timeout: 0 });
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}, 1_800_000);
