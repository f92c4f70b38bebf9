import { expect } from "vitest";
import { test } from "./sandbox.ts";

const REVIEWS = ["Great product", "Never again"];

test("runs a job until it ends", async ({ openSandbox }) => {
  const { client } = await openSandbox();
  expect(await client.run(REVIEWS)).toHaveLength(2);
});

test("waits for results that are not ready yet", async ({ openSandbox }) => {
  const { client } = await openSandbox({ scenario: "results-late" });
  expect(await client.run(REVIEWS)).toHaveLength(2);
});

test("treats an unknown job as new, not as lost", async ({ openSandbox }) => {
  const { client } = await openSandbox({ scenario: "read-after-write-lag" });
  expect(await client.run(REVIEWS)).toHaveLength(2);
});

test("follows a job for hours of simulated time", async ({ openSandbox }) => {
  const { client, clock, control } = await openSandbox({
    scenario: { profiles: [{ queued: "6h" }] },
    clock: "manual",
  });
  const jobId = await client.submit(REVIEWS);
  await clock.advanceUntil({ jobId, state: "succeeded" });
  expect((await client.follow(jobId)).status).toBe("SUCCEEDED");
  expect(await client.results(jobId, 2)).toHaveLength(2);
  expect(await control.journal.count({ operation: "getJob" })).toBe(1);
});
