import { expect, test } from "@jest/globals";
import { startPostgres } from "../../../scripts/postgres.mjs";
import { type Simulator, startSimulator } from "../../../src/index.ts";
import { Client } from "../../support/client.ts";

/** Whether a replica leads; it sends no query. */
function leads(sim: Simulator): boolean {
  try {
    return sim.exchanges().length >= 0;
  } catch {
    return false;
  }
}

test("a leader that is cut off from the database doesn't tell what it remembers", async () => {
  const postgres = await startPostgres();
  const relay = await postgres.openRelay();
  const query = "?timeout=4000&wait=60000";
  const common = { clock: "manual", apiKeys: ["a"], onNotice: () => {} } as const;
  const leader = await startSimulator({ ...common, store: relay.url + query });
  const other = await startSimulator({ ...common, store: postgres.url() + query });
  const client = new Client(leader, "a");
  const jobId = await client.submit({ inputs: ["a"] });
  expect(await client.state(jobId)).toBe("QUEUED");
  // PostgreSQL notices that the connections have ended, and the leader doesn't.
  relay.stall();
  while (!leads(other)) await new Promise(setImmediate);
  await other.control.jobs.force(jobId, "cancelled");
  expect(await new Client(other, "a").state(jobId)).toBe("CANCELLED");
  // The client may find the new leader in the meantime.
  const told = await client.state(jobId).catch(() => "nothing");
  expect(["", "nothing", "CANCELLED"]).toContain(told);
  relay.mend();
  await other.close();
  await leader.close();
  await postgres.stop();
}, 60_000);
