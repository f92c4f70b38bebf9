import { expect, test } from "@jest/globals";
import type { Trace } from "../../../src/core/trace.ts";
import { factsOf } from "../../core/job-builder.ts";
import { ask, startWithFiles, urlsOf } from "../../http/stored-file-client.ts";
import { startTestSimulator } from "../../support/simulator.ts";
import { idsIn, judged, START, trace } from "../support.ts";

const INPUTS = ["Great product", "Never again"];

function sentencesIn(sim: Parameters<typeof idsIn>[0]): string[] {
  return sim
    .report()
    .findings.filter(({ severity }) => severity !== "info")
    .map(({ sentence }) => sentence);
}

test("never-downloaded: results that were not ready, and were not requested again", async () => {
  const yaml = "profiles: [{ results: { lateBy: 30s } }]";
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.clock.advanceUntil({ jobId, state: "succeeded" });
  await sim.client.state(jobId);
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual(["never-downloaded"]);
  expect(sentencesIn(sim)).toEqual([
    `The client was told that job ${jobId} was SUCCEEDED, requested its results before they were ready (409), and did not request them again.`,
  ]);
  await sim.client.jsonResults(jobId);
  expect(sentencesIn(sim)).toEqual([
    `The client was told that job ${jobId} was SUCCEEDED, requested its results before they were ready (409, 409), and did not request them again.`,
  ]);
  // A client may limit its retries.
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual([]);
});

test("never-downloaded: a file whose URL had expired, and no new URL", async () => {
  await using sim = await startWithFiles({ clock: "manual" });
  const { body } = await sim.client.json<{ results: string }>("POST", "/batch-inference", {
    inputs: INPUTS,
  });
  await sim.clock.advanceUntil({ jobId: body.results, state: "succeeded" });
  await sim.client.state(body.results);
  const { urls } = await urlsOf(sim, body.results);
  await sim.clock.advance("25h");
  expect((await ask(urls.get)).status).toBe(403);
  expect(sentencesIn(sim)).toEqual([
    `The client was told that job ${body.results} was SUCCEEDED, requested the results file after its URL had expired, and did not request a new URL.`,
  ]);
  const again = await urlsOf(sim, body.results);
  expect((await ask(again.urls.get)).status).toBe(200);
  expect(idsIn(sim)).toEqual([]);
});

test("never-downloaded: a file whose URL another worker's poll let expire on a poll clock is fine", async () => {
  const yaml = "capacity: 1\nprofiles: [{ queued: 0s, starting: 0s, running: 2h }]";
  for (const [workers, found] of [[4, []] as const, [1, ["never-downloaded"]] as const]) {
    await using sim = await startWithFiles({ yaml, clock: "poll" });
    const submit = async (): Promise<string> => {
      const request = { inputs: INPUTS };
      return (await sim.client.json<{ results: string }>("POST", "/batch-inference", request)).body
        .results;
    };
    const first = await submit();
    const [other = ""] = await Promise.all(Array.from({ length: workers }, submit));
    await sim.client.follow(first);
    const { urls } = await urlsOf(sim, first);
    await sim.client.follow(other);
    expect((await ask(urls.get)).status).toBe(403);
    const about = sim.report().findings.filter(({ jobId }) => jobId === first);
    expect(about.filter(({ severity }) => severity !== "info").map(({ id }) => id)).toEqual(found);
  }
});

test("never-downloaded: results that the client downloaded before a stale response are fine", async () => {
  const yaml = "faults: [{ on: getResults, after: 1, staleStatus: { by: 1h } }]";
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.clock.advanceUntil({ jobId, state: "succeeded" });
  await sim.client.state(jobId);
  await sim.client.jsonResults(jobId);
  await sim.client.jsonResults(jobId);
  expect(sim.allExchanges.map(({ response }) => response.status)).toEqual([200, 200, 200, 409]);
  expect(idsIn(sim)).toEqual([]);
});

test("never-downloaded: results that the client downloaded before it asked for the state are fine", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.clock.advance("1h");
  await sim.client.jsonResults(jobId);
  await sim.client.state(jobId);
  expect(idsIn(sim)).toEqual([]);
});

test("never-downloaded: requests that failed before the client was told of the success don't count", async () => {
  const yaml = "faults: [{ on: getResults, status: 503, times: 2 }]";
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.jsonResults(jobId);
  await sim.client.jsonResults(jobId);
  await sim.clock.advance("1h");
  await sim.client.state(jobId);
  expect(idsIn(sim)).toContain("never-downloaded");
});

test("downloaded-too-late: results that had expired before a client that knew of them requested them", async () => {
  const yaml = "profiles: [{ results: { expireAfter: 1m } }]";
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.clock.advanceUntil({ jobId, state: "succeeded" });
  await sim.client.state(jobId);
  await sim.clock.advance("2m");
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual(["downloaded-too-late"]);
  expect(sentencesIn(sim)).toEqual([
    `The client was told that job ${jobId} was SUCCEEDED, but requested its results 2m later, after they had expired.`,
  ]);
  const unseen = await sim.client.submit({ inputs: ["Fast delivery"] });
  await sim.clock.advance("1h");
  await sim.client.state(unseen);
  await sim.client.jsonResults(unseen);
  expect(idsIn(sim)).toEqual(["downloaded-too-late"]);
});

test("downloaded-too-late: results that another worker's poll let expire on a poll clock are fine", async () => {
  const yaml = `capacity: 1
profiles: [{ queued: 0s, starting: 0s, running: 2m, results: { expireAfter: 1m } }]`;
  for (const [workers, found] of [[4, []] as const, [1, ["downloaded-too-late"]] as const]) {
    await using sim = await startTestSimulator({ yaml, clock: "poll" });
    const submit = (): Promise<string> => sim.client.submit({ inputs: INPUTS });
    const first = await submit();
    await Promise.all(Array.from({ length: workers }, submit));
    await sim.client.follow(first);
    for (const { jobId } of await sim.control.jobs.list())
      if (jobId !== first) await sim.client.follow(jobId);
    expect((await sim.client.jsonResults(first)).status).toBe(410);
    expect(idsIn(sim).filter((id) => id !== "never-downloaded")).toEqual(found);
  }
});

test("not-retried, then gave-up: a new job that is not found yet; two more requests are fine", async () => {
  await using sim = await startTestSimulator({ scenario: "read-after-write-lag", clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.json("GET", `/job-status/${jobId}`);
  expect(idsIn(sim)).toEqual(["not-retried"]);
  expect(sim.report().findings[0]?.cure).toBe(
    "A new job may not be visible immediately. After a 404 for a job that was just created, retry with backoff and a limit before you report the job as lost.",
  );
  expect(sentencesIn(sim)).toEqual([
    `GET /job-status/${jobId} failed with 404 shortly after the job had been created (fault \`read-after-write-lag\`), and the client did not retry it.`,
  ]);
  await sim.client.json("GET", `/job-status/${jobId}`);
  expect(sentencesIn(sim)).toEqual([
    `The last 2 polls of job ${jobId} failed (404, 404), and the client sent no more requests about that job.`,
  ]);
  await sim.client.json("GET", `/job-status/${jobId}`);
  expect(idsIn(sim)).toEqual([]);
});

const BUSY = "faults: [{ name: busy, on: cancelJob, status: 429, times: 1 }]";

test("not-retried: a cancel request refused by a rate limit; a repeated one is fine", async () => {
  await using sim = await startTestSimulator({ yaml: BUSY, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.cancel(jobId);
  await sim.client.state(jobId);
  await sim.clock.advance("1h");
  await sim.client.state(jobId);
  await sim.client.jsonResults(jobId);
  expect(sentencesIn(sim)).toEqual([
    `GET /v1/job-cancel/${jobId} failed with 429 (fault \`busy\`), and the client did not retry it.`,
  ]);
  await using patient = await startTestSimulator({ yaml: BUSY });
  const canceled = await patient.client.submit({ inputs: INPUTS });
  await patient.client.cancel(canceled);
  await patient.client.cancel(canceled);
  await patient.client.follow(canceled);
  expect(idsIn(patient)).toEqual([]);
});

test("not-retried: a refused request to cancel a job that turns out to have ended is fine", async () => {
  await using sim = await startTestSimulator({ yaml: BUSY, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.state(jobId);
  await sim.clock.advance("1h");
  await sim.client.cancel(jobId);
  await sim.client.state(jobId);
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual([]);
});

test("not-retried: a cancel request for a job that is not found yet; looking at the job instead is fine", async () => {
  const yaml = "faults: [{ name: new, on: cancelJob, notFoundAfterCreate: { for: 1h }, times: 1 }]";
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.cancel(jobId);
  expect(idsIn(sim)).toContain("not-retried");
  await sim.clock.advance("1h");
  await sim.client.state(jobId);
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual([]);
});

test("not-retried: a create request that the rate limit refused", async () => {
  await using sim = await startTestSimulator({ scenario: "rate-limited", clock: "manual" });
  await sim.client.json("GET", "/list-jobs");
  await sim.client.json("GET", "/list-jobs");
  await sim.client.create({ inputs: INPUTS });
  expect(idsIn(sim)).toEqual(["not-retried"]);
});

test("cancel-not-followed: a cancel request that a fault refused says nothing about the job", async () => {
  await using sim = await startTestSimulator({ scenario: "cancel-404", clock: "poll" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.cancel(jobId);
  expect(idsIn(sim)).toEqual(["cancel-not-followed"]);
  expect(sentencesIn(sim)).toEqual([
    `A request to cancel job ${jobId} failed with 404 (fault \`cancel-404\`), but the client did not check the job's state after that.`,
  ]);
  await sim.client.follow(jobId);
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual([]);
});

test("retried-hopeless: a dataset that does not exist, and a URL that could not be read, submitted again", async () => {
  await using missing = await startTestSimulator({ scenario: "dataset-missing" });
  for (let tries = 0; tries < 2; tries++)
    await missing.client.create({ inputs: "dataset-x", job_priority: 1 });
  expect(idsIn(missing)).toEqual(["retried-hopeless"]);
  await using expired = await startTestSimulator({ scenario: "presigned-url-expired" });
  const body = { inputs: "http://127.0.0.1:9/a.csv", job_priority: 1 };
  const first = await expired.client.submit(body);
  await expired.client.follow(first);
  const second = await expired.client.submit(body);
  await expired.client.follow(second);
  expect(sentencesIn(expired)).toEqual([
    `Job ${first} failed, and the client submitted the same input URL again as job ${second}, which failed too.`,
  ]);
});

const SLOW = {
  profile: { pace: { kind: "duration", duration: { kind: "fixed", ms: 60_000 } } },
} as const;
const jobs = [factsOf({ jobId: "job-1", ...SLOW, at: START })];
const created = trace(1, 0, { use: "createJob", jobId: "job-1", jobState: "queued" });

function look(id: number, afterMs: number, more: Partial<Trace> = {}): Trace {
  return trace(id, afterMs, { use: "getJobStatus", jobId: "job-1", jobState: "running", ...more });
}

test("gave-up: the sentence says what the client was last told, and what happened to its last poll", () => {
  const failed = { status: 503, fault: "outage", faultKind: "status" as const };
  const retried = [look(3, 61_000, failed), look(4, 63_000, failed)];
  expect(judged({ jobs, traces: [created, look(2, 2000), ...retried] })).toEqual([
    [
      "gave-up",
      "The client was last told that job job-1 was RUNNING, and the client's last poll failed with 503. The job succeeded 58s after it was reported as RUNNING, but the client never learned of its success.",
    ],
  ]);
  const stale = { fault: "stale", faultKind: "staleStatus" as const };
  expect(judged({ jobs, traces: [created, look(2, 2000), look(3, 61_000, stale)] })).toEqual([
    [
      "gave-up",
      "The client was last told that job job-1 was RUNNING. The job had already succeeded when it was reported as RUNNING, but the client never learned of its success.",
    ],
  ]);
});

test("gave-up: on a poll clock that the test advances to the job's success, or that other requests move there", () => {
  const clock = { mode: "poll", step: "next" } as const;
  const traces = [created, look(2, 2000)];
  const gaveUp =
    "The client was last told that job job-1 was RUNNING. The job succeeded 58s after it was reported as RUNNING, but the client never learned of its success.";
  expect(judged({ jobs, traces, clock })).toEqual([["gave-up", gaveUp]]);
  const other = trace(3, 61_000, { use: "getQuotas" });
  expect(judged({ jobs, traces: [...traces, other], clock })).toEqual([["gave-up", gaveUp]]);
  const early = judged({ jobs, traces, clock, now: START + 3000 });
  expect(early.map(([id]) => id)).toEqual(["still-active"]);
});

test("gave-up: a stale state after the client has learned of the success says nothing", () => {
  const stale = { fault: "stale", faultKind: "staleStatus" as const };
  const end = look(3, 61_000, { jobState: "succeeded" });
  const download = trace(4, 61_100, { use: "getResults", jobId: "job-1" });
  const traces = [created, look(2, 2000), end, download, look(5, 62_000, stale)];
  expect(judged({ jobs, traces })).toEqual([]);
  expect(judged({ jobs, traces: traces.filter(({ id }) => id !== 4) }).map(([id]) => id)).toEqual([
    "never-downloaded",
  ]);
});

test("retry-after-ignored: on a scaled clock, the sentence has both times on both clocks", () => {
  const busy = { status: 429, retryAfterMs: 10_000, fault: "busy", faultKind: "status" as const };
  const clock = { mode: "scaled", scale: 60 } as const;
  const rest = [
    look(9, 1_000_000, { jobState: "succeeded" }),
    trace(10, 1_000_100, { use: "getResults", jobId: "job-1" }),
  ];
  const again = (afterMs: number) =>
    judged({ jobs, traces: [created, look(2, 2000, busy), look(3, afterMs), ...rest], clock });
  expect(again(12_600)).toEqual([
    [
      "retry-after-ignored",
      "GET /getJobStatus was refused with 429 and a Retry-After of 10s on the wall clock (10m on the sandbox's clock); the client repeated it after 167ms on the wall clock (10s on the sandbox's clock).",
    ],
  ]);
  expect(again(2000 + 600_600)).toEqual([]);
});

test("gave-up: a client that abandons a job after two failed polls; after three, it may", () => {
  const failed = { status: 502, fault: "outage", faultKind: "status" as const };
  const clock = { mode: "manual" } as const;
  const polls = [look(2, 2000), look(3, 3000, failed), look(4, 4000, failed)];
  expect(judged({ jobs, traces: [created, ...polls], clock })).toEqual([
    [
      "gave-up",
      "The last 2 polls of job job-1 failed (502, 502), and the client sent no more requests about that job.",
    ],
  ]);
  const told = [{ afterExchange: 4, jobId: "job-1" }];
  expect(judged({ jobs, traces: [created, ...polls], clock, clientErrors: told })).toEqual([]);
  const third = look(5, 5000, failed);
  expect(judged({ jobs, traces: [created, ...polls, third], clock })).toEqual([]);
});

test("still-active: a client that stops at a state that it doesn't know is told which one", async () => {
  await using sim = await startTestSimulator({ scenario: "unknown-state", clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  const seen = await sim.client.state(jobId);
  await sim.clock.advance("10s");
  expect(sentencesIn(sim)).toEqual([
    `Job ${jobId} was still QUEUED when the sandbox or run ended. The client was last told that the job was ${seen}, a state that the client may not know.`,
  ]);
});
