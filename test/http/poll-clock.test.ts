import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";

// How responses move a `poll` clock. In `slow-job`, a job's first change comes after a minute.

/** How far a status request that gets a 503 with this Retry-After moves the clock. */
async function movedBy(retryAfter: string): Promise<number> {
  await using sim = await startTestSimulator({ scenario: "slow-job" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.control.faults.add({
    on: "getJobStatus",
    status: 503,
    headers: { "Retry-After": retryAfter },
    times: 1,
  });
  const before = (await sim.clock.read()).now;
  expect((await sim.client.json("GET", `/job-status/${jobId}`)).status).toBe(503);
  return (await sim.clock.read()).now - before;
}

test("a Retry-After moves it by that time", async () => {
  expect(await movedBy("7")).toBe(7000);
});

test("a Retry-After of 0 moves it to the job's next change, like any other response", async () => {
  expect(await movedBy("0")).toBe(60_000);
});

test.each([
  "faults: [{ on: '*', rateLimit: { requests: 2, per: 1s } }]",
  "assumptions: { rate-limit: 2 }",
])("a rate limit's Retry-After moves it by the header's time: %s", async (yaml) => {
  await using sim = await startTestSimulator({ yaml, clock: "poll" });
  const list = () => sim.client.json("GET", "/list-jobs");
  for (const status of [200, 200]) expect((await list()).status).toBe(status);
  const before = (await sim.clock.read()).now;
  const { status, headers } = await list();
  expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await sim.clock.read()).now - before).toBe(1000);
  // A client that lists the jobs before it repeats another request isn't refused again.
  for (const again of [200, 200]) expect((await list()).status).toBe(again);
});
