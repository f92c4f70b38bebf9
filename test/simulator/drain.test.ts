import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { type Simulator, startSimulator } from "../../src/index.ts";

/** Starts a simulator with a request whose response waits for the clock. */
async function withDelayedResponse(drainMs: number): Promise<[Simulator, Promise<Response>]> {
  const sim = await startSimulator({ clock: "manual", drainMs });
  await sim.control.faults.add({ on: "listJobs", delay: "1h" });
  const headers = { authorization: `Key ${sim.apiKey}` };
  const response = fetch(`${sim.baseUrl}/list-jobs`, { headers });
  response.catch(() => {});
  while ((await sim.clock.read()).waiting === 0) await setImmediate();
  return [sim, response];
}

test("a response in progress may finish while no new connection is accepted", async () => {
  const [sim, response] = await withDelayedResponse(2_000_000_000);
  const closed = sim.close();
  await expect(fetch(`${sim.baseUrl}/healthz`)).rejects.toThrow("fetch failed");
  await sim.clock.advance("1h");
  expect(await (await response).json()).toEqual({ jobs: [] });
  await closed;
});

test("a response that takes longer is cut off", async () => {
  const [sim, response] = await withDelayedResponse(20);
  await sim.close();
  await expect(response).rejects.toThrow("fetch failed");
});
