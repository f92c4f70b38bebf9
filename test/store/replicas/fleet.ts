import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";
import { openRoundRobin } from "../../support/round-robin.ts";
import { PATIENCE } from "../../support/storage.ts";
import { SCENARIO, type Target } from "../clients.ts";
import { end, type Served, serve } from "../processes.ts";

const REPLICAS = 3;

/** Three simulators in processes of their own, which share a database, behind a load balancer. */
export type Fleet = {
  readonly postgres: Postgres;
  readonly target: Target;
  readonly replicas: readonly Served[];
  /** Kills a replica, and starts another one in its place. */
  readonly replace: (index: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts them with a database server of their own; `query` is added to its URL. */
export async function openFleet(query = PATIENCE, scenario = SCENARIO): Promise<Fleet> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-replicas-"));
  writeFileSync(join(folder, "s.yaml"), scenario);
  const start = (): Promise<Served> =>
    serve(folder, ["--store", `${postgres.url()}?${query}`, "--scenario", "s.yaml"]);
  const replicas = await Promise.all(Array.from({ length: REPLICAS }, start));
  const ports = replicas.map(portOf);
  const balancer = await openRoundRobin(ports);
  const origin = `http://127.0.0.1:${balancer.port}`;
  return {
    postgres,
    replicas,
    target: { baseUrl: origin, controlUrl: `${origin}/_sim` },
    replace: async (index) => {
      const replica = replicas[index];
      if (replica !== undefined) await end(replica, "SIGKILL");
      const next = await start();
      replicas[index] = next;
      ports[index] = portOf(next);
    },
    close: async () => {
      await Promise.all(replicas.map((replica) => end(replica, "SIGTERM")));
      await balancer.close();
      await postgres.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function portOf({ baseUrl }: Served): number {
  return Number(new URL(baseUrl).port);
}
