import { expect, test } from "@jest/globals";
import { BatchClient } from "../src/batch-client.ts";
import { useSandboxes } from "./sandbox.ts";

const REVIEWS = ["Great product", "Never again"];

const openSandbox = useSandboxes();

test("runs a job until it ends", async () => {
  const box = await openSandbox();
  expect(await box.client.run(REVIEWS)).toHaveLength(2);
});

test("reports why a job failed, and requests no results", async () => {
  const box = await openSandbox({ scenario: "job-fails-midway" });
  await expect(box.client.run(REVIEWS)).rejects.toThrow("The inference engine ran out of memory.");
});

test("submits a job once even if the response is lost", async () => {
  const box = await openSandbox({ scenario: "lost-create-response" });
  await box.client.run(REVIEWS);
  expect(await box.control.jobs.list()).toHaveLength(1);
});

test("survives a flaky network", async () => {
  const box = await openSandbox({ scenario: "flaky-network" });
  expect(await box.client.run(REVIEWS)).toHaveLength(2);
});

test("downloads truncated results again", async () => {
  const box = await openSandbox({ scenario: "truncated-download" });
  expect(await box.client.run(REVIEWS)).toHaveLength(2);
});

test("polls a canceled job until it ends", async () => {
  const box = await openSandbox({ scenario: "cancel-slow" });
  const { status } = await box.client.cancel(await box.client.submit(REVIEWS));
  expect(status).toBe("CANCELLED");
});

test("gives up on a stuck job and cancels it", async () => {
  const box = await openSandbox({ scenario: "stuck-job" });
  await expect(box.client.run(REVIEWS)).rejects.toThrow("made no progress for a long time");
});

test("reports a malformed key", async () => {
  // A request with a malformed key belongs to no sandbox, and the test provokes its finding on purpose.
  const box = await openSandbox({ allowNoRequests: true });
  await box.expectFinding({ id: "key-malformed" });
  const client = new BatchClient({ ...box, apiKey: "two words" });
  await expect(client.submit(REVIEWS)).rejects.toThrow("responded with 401");
});
