import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../../support/simulator.ts";
import { idsIn } from "../support.ts";

// A `real` clock can be advanced as well: so a client's pauses are over at once, and are still pauses.

/** Polls a job that runs for minutes at this interval, and then follows it to its end. */
async function pollAndDownload(sim: TestSimulator, pause: string | undefined): Promise<void> {
  const jobId = await sim.client.submit({ inputs: ["a"] });
  for (let polls = 0; polls < 8; polls++) {
    await sim.client.state(jobId);
    if (pause !== undefined) await sim.clock.advance(pause);
  }
  await sim.clock.advance("1h");
  expect(await sim.client.state(jobId)).toBe("SUCCEEDED");
  await sim.client.file(jobId, "csv");
}

test("on a real clock, a client that polls without a pause has a finding, and one that waits a second doesn't", async () => {
  await using hasty = await startTestSimulator({ scenario: "slow-job", clock: "real" });
  await pollAndDownload(hasty, undefined);
  expect(idsIn(hasty)).toEqual(["polled-too-fast"]);
  await using calm = await startTestSimulator({ scenario: "slow-job", clock: "real" });
  await pollAndDownload(calm, "1s");
  expect(idsIn(calm)).toEqual([]);
});

test("a client that stops polling a job that then succeeds gave up, in the sandbox's time", async () => {
  await using sim = await startTestSimulator({ scenario: "slow-job", clock: "real" });
  await sim.client.state(await sim.client.submit({ inputs: ["a"] }));
  await sim.clock.advance("4s");
  expect(idsIn(sim)).toEqual(["still-active"]);
  await sim.clock.advance("1h");
  expect(idsIn(sim)).toContain("gave-up");
});

test("on a manual clock, the same requests reveal nothing about pace, and the report lists it as not judged", async () => {
  await using sim = await startTestSimulator({ scenario: "slow-job", clock: "manual" });
  await pollAndDownload(sim, undefined);
  expect(idsIn(sim)).toEqual([]);
  expect(sim.report().notJudged).toEqual([
    {
      what: "pace (polled-too-fast, no-backoff, retry-after-ignored)",
      why: expect.stringContaining("run the tests once on a `real` or scaled clock"),
      sandboxes: [expect.any(String)],
    },
  ]);
});
