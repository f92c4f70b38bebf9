import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted } from "./wire.ts";

const profile = "profiles: [{ queued: 10s, starting: 10s, running: 10s }]\n";
const stale = (rule: string): string =>
  `${profile}faults: [{ name: f, on: [getJobStatus, getJob, listJobs, getResults], ${rule}, staleStatus: { by: 15s } }]\n`;

test("staleStatus: a state goes back, and then forward again", async () => {
  await using sim = await startTestSimulator({ yaml: stale("every: 2"), clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const seen: string[] = [];
  for (let turn = 0; turn < 5; turn++) {
    seen.push(`${await sim.client.state(jobId)} ${await sim.client.state(jobId)}`);
    await sim.clock.advance("10s");
  }
  expect(seen).toEqual([
    "QUEUED QUEUED",
    "STARTING QUEUED",
    "RUNNING QUEUED",
    "SUCCEEDED STARTING",
    "SUCCEEDED RUNNING",
  ]);
});

test("staleStatus: record, list and results look as they did too, and the journal knows what was told", async () => {
  await using sim = await startTestSimulator({ yaml: stale("times: 3"), clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("30s");
  expect(await sim.client.job(jobId)).toMatchObject({
    status: "STARTING",
    datetime_completed: null,
  });
  const list = await sim.client.json<{ jobs: object[] }>("GET", "/list-jobs");
  expect(list.body.jobs).toEqual([expect.objectContaining({ status: "STARTING" })]);
  const early = await sim.client.jsonResults(jobId);
  expect([early.status, early.headers.get("x-sim-fault"), early.body]).toEqual([
    409,
    "f",
    { detail: `Job \`${jobId}\` is STARTING, so its results are not ready.` },
  ]);
  expect((await sim.client.jsonResults(jobId)).status).toBe(200);
  expect(sim.allExchanges.map(({ jobState }) => jobState)).toEqual([
    undefined,
    "starting",
    undefined,
    "starting",
    "succeeded",
  ]);
});

test("staleStatus on a poll clock: the job is seen to its end", async () => {
  await using sim = await startTestSimulator({ yaml: stale("every: 1") });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  expect(await sim.client.follow(jobId)).toEqual(["QUEUED", "STARTING", "RUNNING", "SUCCEEDED"]);
});

test("a job that was cancelled meanwhile looks as if it had not been", async () => {
  await using sim = await startTestSimulator({ yaml: stale("times: 1"), clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("25s");
  await sim.client.cancel(jobId);
  expect([await sim.client.state(jobId), await sim.client.state(jobId)]).toEqual([
    "STARTING",
    "CANCELLING",
  ]);
  expect(faulted(sim)).toEqual({ fault: "f", status: 200, end: "finished" });
});

test("staleStatus: calls that show no job don't use it up", async () => {
  const yaml = `${profile}faults: [{ name: f, on: "*", times: 1, staleStatus: { by: 15s } }]\n`;
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  expect((await sim.client.json("GET", "/try-authentication")).status).toBe(200);
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("20s");
  expect([await sim.client.state(jobId), await sim.client.state(jobId)]).toEqual([
    "QUEUED",
    "RUNNING",
  ]);
});
