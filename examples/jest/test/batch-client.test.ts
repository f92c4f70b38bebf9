import { expect, test } from "@jest/globals";
import { BatchClient } from "../src/batch-client.ts";
import { openSandbox } from "./sandbox.ts";

const REVIEWS = ["Great product", "Never again"];

test("runs a job to its end", async () => {
  await using box = await openSandbox();
  expect(await box.client.run(REVIEWS)).toHaveLength(2);
});

test("says why a job failed, and asks for no results", async () => {
  await using box = await openSandbox({ scenario: "job-fails-midway" });
  await expect(box.client.run(REVIEWS)).rejects.toThrow("The inference engine ran out of memory.");
});

test("submits a job once, also where the answer is lost", async () => {
  await using box = await openSandbox({ scenario: "lost-create-response" });
  await box.client.run(REVIEWS);
  expect(await box.control.jobs.list()).toHaveLength(1);
});

test("gets through a flaky network", async () => {
  await using box = await openSandbox({ scenario: "flaky-network" });
  expect(await box.client.run(REVIEWS)).toHaveLength(2);
});

test("fetches results again that came broken", async () => {
  await using box = await openSandbox({ scenario: "truncated-download" });
  expect(await box.client.run(REVIEWS)).toHaveLength(2);
});

test("follows a cancelled job to its end", async () => {
  await using box = await openSandbox({ scenario: "cancel-slow" });
  const { status } = await box.client.cancel(await box.client.submit(REVIEWS));
  expect(status).toBe("CANCELLED");
});

test("gives up a job that is stuck, and cancels it", async () => {
  await using box = await openSandbox({ scenario: "stuck-job" });
  await expect(box.client.run(REVIEWS)).rejects.toThrow("made no progress for long");
});

test("reports a key in a wrong form", async () => {
  await using box = await openSandbox();
  // The test does it on purpose: the finding is expected, and fails nothing.
  await box.control.expectFinding({ id: "key-malformed" });
  const client = new BatchClient({ ...box, apiKey: "two words" });
  await expect(client.submit(REVIEWS)).rejects.toThrow("answered 401");
});
