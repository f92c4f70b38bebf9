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
