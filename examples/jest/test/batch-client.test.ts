import { expect, test } from "@jest/globals";
import { BatchClient } from "../src/batch-client.ts";
import { openSandbox } from "./sandbox.ts";

const REVIEWS = ["Great product", "Never again"];

test("runs a job until it ends", async () => {
  await using box = await openSandbox();
  expect(await box.client.run(REVIEWS)).toHaveLength(2);
});

test("reports why a job failed, and requests no results", async () => {
  await using box = await openSandbox({ scenario: "job-fails-midway" });
  await expect(box.client.run(REVIEWS)).rejects.toThrow("The inference engine ran out of memory.");
});

test("submits a job once even if the response is lost", async () => {
  await using box = await openSandbox({ scenario: "lost-create-response" });
  await box.client.run(REVIEWS);
  expect(await box.control.jobs.list()).toHaveLength(1);
});

test("survives a flaky network", async () => {
  await using box = await openSandbox({ scenario: "flaky-network" });
  expect(await box.client.run(REVIEWS)).toHaveLength(2);
});

test("downloads truncated results again", async () => {
  await using box = await openSandbox({ scenario: "truncated-download" });
  expect(await box.client.run(REVIEWS)).toHaveLength(2);
});

test("polls a canceled job until it ends", async () => {
  await using box = await openSandbox({ scenario: "cancel-slow" });
  const { status } = await box.client.cancel(await box.client.submit(REVIEWS));
  expect(status).toBe("CANCELLED");
});

test("gives up on a stuck job and cancels it", async () => {
  await using box = await openSandbox({ scenario: "stuck-job" });
  await expect(box.client.run(REVIEWS)).rejects.toThrow("made no progress for a long time");
});

test("reports a malformed key", async () => {
  await using box = await openSandbox();
  // The test provokes this finding on purpose, so it must not fail the run.
  await box.control.expectFinding({ id: "key-malformed" });
  const client = new BatchClient({ ...box, apiKey: "two words" });
  await expect(client.submit(REVIEWS)).rejects.toThrow("responded with 401");
});
