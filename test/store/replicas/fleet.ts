import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";
import { openRoundRobin } from "../../support/round-robin.ts";
import { PATIENCE } from "../../support/storage.ts";
import { SCENARIO, type Target } from "../clients.ts";
import { end, type Launch, launch, type Served } from "../processes.ts";

const REPLICAS = 3;

/** Three simulators in separate processes, which share a database, behind a load balancer. */
export type Fleet = {
  readonly postgres: Postgres;
  readonly target: Target;
  /** Number of replicas. */
  readonly size: number;
  /** The serving replicas, once all of them serve. Rejects if one ended by itself. */
  readonly replicas: () => Promise<readonly Served[]>;
  /** Kills a replica, which may still be starting, and starts a replacement. */
  readonly kill: (index: number) => void;
  /** Kills one replica after another, each when the previous one's replacement serves. */
  readonly killEach: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts them with a separate database server; `query` is added to its URL. */
export async function openFleet(query = PATIENCE, scenario = SCENARIO): Promise<Fleet> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-replicas-"));
  writeFileSync(join(folder, "s.yaml"), scenario);
  const options = ["--store", `${postgres.url()}?${query}`, "--scenario", "s.yaml"];
  const places = new Places(() => launch(folder, options));
  await places.all();
  const balancer = await openRoundRobin(places.ports);
  const origin = `http://127.0.0.1:${balancer.port}`;
  return {
    postgres,
    size: REPLICAS,
    target: { baseUrl: origin, controlUrl: `${origin}/_sim` },
    replicas: () => places.all(),
    kill: (index) => places.kill(index),
    killEach: async () => {
      for (let index = 0; index < REPLICAS; index++) {
        places.kill(index);
        await places.all();
      }
    },
    close: async () => {
      const replicas = await places.all();
      await Promise.all(replicas.map((replica) => end(replica, "SIGTERM")));
      await balancer.close();
      await postgres.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Processes that are replaced when they end. */
class Places {
  /** The ports of serving processes; a starting one has its predecessor's port, on which no process listens. */
  readonly ports: number[] = [];
  readonly #start: () => Launch;
  readonly #launches: Launch[] = [];
  readonly #failures: unknown[] = [];

  constructor(start: () => Launch) {
    this.#start = start;
    for (let index = 0; index < REPLICAS; index++) this.#fill(index);
  }

  async all(): Promise<readonly Served[]> {
    const served = await Promise.all(this.#launches.map((each) => each.served));
    if (this.#failures.length > 0) throw this.#failures[0];
    return served;
  }

  kill(index: number): void {
    this.#launches[index]?.child.kill("SIGKILL");
    this.#fill(index);
  }

  #fill(index: number): void {
    const launched = this.#start();
    const { child, served } = launched;
    this.#launches[index] = launched;
    child.once("exit", (code) => {
      if (!child.killed) this.#failures.push(new Error(`A replica ended by itself with ${code}.`));
    });
    served.then(
      ({ baseUrl }) => {
        if (this.#launches[index] === launched) this.ports[index] = Number(new URL(baseUrl).port);
      },
      // `all` reports it.
      () => {},
    );
  }
}
