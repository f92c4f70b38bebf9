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

test("staleStatus: calls whose responses would be the same don't use it up", async () => {
  const yaml = `${profile}assumptions: { rate-limit: 1 }\nfaults: [{ name: f, on: "*", times: 1, staleStatus: { by: 5s } }]\n`;
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const results = async (): Promise<unknown> => {
    const { status, headers } = await sim.client.jsonResults(jobId);
    return [status, headers.get("x-sim-fault")];
  };
  await sim.clock.advance("9s");
  expect(await sim.client.state(jobId)).toBe("QUEUED");
  await sim.clock.advance("6s");
  expect(await results()).toEqual([409, null]);
  await sim.clock.advance("7s");
  expect(await sim.client.state(jobId)).toBe("STARTING");
  await sim.clock.advance("1h");
  expect(await results()).toEqual([200, null]);
  expect(sim.allExchanges.map(({ fault, jobState }) => [fault, jobState]).slice(1)).toEqual([
    [undefined, "queued"],
    [undefined, "starting"],
    ["f", "starting"],
    [undefined, "succeeded"],
  ]);
});

test("staleStatus: a cancellation whose response shows no state is not stale", async () => {
  const yaml = `${profile}faults: [{ name: f, on: cancelJob, staleStatus: { by: 5s } }]\n`;
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("1s");
  await sim.client.cancel(jobId);
  expect(sim.allExchanges.map(({ fault, jobState }) => [fault, jobState]).slice(1)).toEqual([
    [undefined, "cancelling"],
  ]);
});

test("staleStatus: two rules that find nothing stale don't cancel a job twice", async () => {
  const rules = [1, 2].map((name) => `{ name: "${name}", on: "*", staleStatus: { by: 5s } }`);
  const yaml = `${profile}faults: [${rules.join(", ")}]\n`;
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.client.cancel(jobId);
  const { facts } = await sim.control.jobs.get(jobId);
  expect(facts.map(({ type }) => type)).toEqual(["submitted", "inputs", "cancelRequested"]);
});

test("staleStatus on a poll clock: results that look unavailable become available", async () => {
  const late = "profiles: [{ results: { lateBy: 30s } }]\n";
  const yaml = `${late}faults: [{ on: results, staleStatus: { by: 5s } }]\n`;
  await using sim = await startTestSimulator({ yaml });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.client.follow(jobId);
  let requests = 1;
  while ((await sim.client.jsonResults(jobId)).status === 409 && requests < 40) requests++;
  expect(requests).toBe(7);
});

test("staleStatus: a status response doesn't differ if only the results have become ready", async () => {
  const late = profile.replace("running: 10s", "running: 10s, results: { lateBy: 20s }");
  const yaml = `${late}faults: [{ name: f, on: [getJobStatus, getJob, listJobs], staleStatus: { by: 5s } }]\n`;
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("52s");
  expect(await sim.client.state(jobId)).toBe("SUCCEEDED");
  await sim.client.job(jobId);
  await sim.client.json("GET", "/list-jobs");
  expect(await sim.control.faults.unused()).toHaveLength(1);
});

test.each([
  ["getJobStatus", "dropField: /x"],
  ["listJobs", "dropField: /x"],
  ["listJobs", "staleStatus: { by: 1s }"],
])("staleStatus on %s fires after a rule with %s that changes nothing", async (on, first) => {
  const yaml = `${profile}faults: [{ on: ${on}, ${first} }, { name: f, on: ${on}, staleStatus: { by: 5s } }]\n`;
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("12s");
  const path = on === "listJobs" ? "/list-jobs" : `/job-status/${jobId}`;
  const { body } = await sim.client.json("GET", path);
  expect(faulted(sim)).toMatchObject({ fault: "f", status: 200 });
  expect(JSON.stringify(body)).toContain("QUEUED");
});

test("staleStatus: two rules that don't fire cancel a job only once", async () => {
  const yaml = `${profile}faults: [{ on: "*", staleStatus: { by: 1s } }, { on: "*", staleStatus: { by: 2s } }]\n`;
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("5s");
  await sim.client.cancel(jobId);
  const { facts } = await sim.control.jobs.get(jobId);
  expect(facts.map(({ type }) => type)).toEqual(["submitted", "inputs", "cancelRequested"]);
});
