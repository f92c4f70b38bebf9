import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import type { Row } from "../../src/core/rows/row.ts";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { openEngine, type TestEngine } from "../support/engine.ts";

// Two seconds in the queue, one to start, four to run.
const PROFILE = "profiles: [{ queued: 2s, starting: 1s, running: 4s }]";

async function submit({ act }: TestEngine, fields: object = {}): Promise<string> {
  const answer = await act("createJob", { inputs: ["first", "second"], ...fields });
  return answer.kind === "view" ? String(answer.view["jobId"]) : "";
}

async function stateOf({ act }: TestEngine, jobId: string): Promise<JsonObject> {
  const answer = await act("getJobStatus", { jobId });
  return answer.kind === "view" ? answer.view : {};
}

test("create answers with the job's ID, which depends on the request alone", async () => {
  const [one, other] = [await openEngine(), await openEngine()];
  const first = await one.act("createJob", { inputs: ["a"] });
  expect(first).toEqual({
    kind: "view",
    view: { jobId: expect.stringMatching(/^job-[0-9a-f-]{36}$/), costEstimate: null },
  });
  expect(await other.act("createJob", { inputs: ["b"] })).not.toEqual(first);
  expect(await other.act("createJob", { inputs: ["a"] })).toEqual(first);
});

test("a dry run answers with an estimate", async () => {
  const { act } = await openEngine();
  const fields = { inputs: ["four", "eight888"], dryRun: true, maxTokens: 10 };
  expect(await act("createJob", fields)).toEqual({
    kind: "view",
    view: {
      jobId: expect.any(String),
      costEstimate: { inputTokens: 3, outputTokens: 20, costUsd: expect.any(Number) },
    },
  });
});

test.each([
  [
    { modelId: "model-3.3-7b" },
    "unknown-model",
    "Expected `model` to be one of `model-3.1-8b`, `model-3.2-3b`, `model-3.3-70b`, `model-3.1-32b-reasoning`, got `model-3.3-7b`. Did you mean `model-3.3-70b`?",
  ],
  [{ inputs: "dataset-1" }, "unknown-dataset", "Dataset `dataset-1` does not exist."],
  [
    { inputs: "ftp://host/a.csv" },
    "unknown-dataset",
    "Dataset `ftp://host/a.csv` does not exist. Only http and https URLs are fetched.",
  ],
])("create refuses %j", async (fields, code, message) => {
  const engine = await openEngine();
  await expect(submit(engine, fields)).rejects.toMatchObject({ code, message });
  expect(await engine.act("listJobs")).toMatchObject({ kind: "view", view: { jobs: [] } });
});

test("a job's state follows the clock", async () => {
  const engine = await openEngine(PROFILE);
  const jobId = await submit(engine);
  const seen: JsonObject[] = [];
  for (const seconds of [0, 2, 1, 4]) {
    engine.sandbox.clock.advance(seconds * 1000);
    seen.push(await stateOf(engine, jobId));
  }
  const states = ["queued", "starting", "running", "succeeded"];
  expect(seen).toEqual(states.map((state) => ({ jobId, state })));
});

test("a job's record, and the records of all jobs, newest first", async () => {
  const engine = await openEngine(PROFILE);
  const jobId = await submit(engine, { name: "n", jobPriority: 1 });
  engine.sandbox.clock.advance(5000);
  const later = await submit(engine, { description: "d" });
  const job = {
    jobId,
    name: "n",
    description: null,
    state: "running",
    modelId: "model-3.1-8b",
    jobPriority: 1,
    numRows: 2,
    rowsCompleted: 1,
    inputTokens: 2,
    outputTokens: expect.any(Number),
    costUsd: expect.any(Number),
    costEstimate: null,
    dryRun: false,
    createdAt: VIRTUAL_START,
    addedAt: VIRTUAL_START,
    startedAt: VIRTUAL_START + 2000,
    runningAt: VIRTUAL_START + 3000,
    finalizingAt: null,
    completedAt: null,
    failureReason: null,
    cancelRequestedAt: null,
    expiresAt: null,
    succeededAt: null,
    failedAt: null,
    canceledAt: null,
    expiredAt: null,
    problems: null,
    rowModel: null,
    inputFileId: null,
    lines: null,
    outputFileId: null,
    errorFileId: null,
    kept: {},
    hasResults: false,
    counts: { succeeded: 1, errored: 0, canceled: 0, expired: 0, unfinished: 1 },
  };
  const baseUrl = expect.any(String);
  expect(await engine.act("getJob", { jobId })).toEqual({ kind: "view", view: { job, baseUrl } });
  const created = {
    ...job,
    jobId: later,
    name: null,
    description: "d",
    state: "queued",
    jobPriority: 0,
    rowsCompleted: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    createdAt: VIRTUAL_START + 5000,
    addedAt: VIRTUAL_START + 5000,
    startedAt: null,
    runningAt: null,
    counts: { ...job.counts, succeeded: 0, unfinished: 2 },
  };
  expect(await engine.act("listJobs")).toEqual({
    kind: "view",
    view: {
      jobs: [created, job],
      ...{ baseUrl, hasMore: false, firstId: later, lastId: jobId, total: 2 },
    },
  });
});

test("results of a job that has succeeded", async () => {
  const engine = await openEngine(`${PROFILE}\nrows: [{ outcome: { template: "<\${input}>" } }]`);
  const jobId = await submit(engine);
  engine.sandbox.clock.advance(7000);
  const answer = await engine.act("getResults", { jobId, format: "csv", includeInputs: true });
  expect(answer).toEqual({
    kind: "results",
    results: {
      jobId,
      endedAt: VIRTUAL_START + 7000,
      kept: {},
      format: "csv",
      includeInputs: true,
      idColumn: null,
      hasConfidence: false,
      includeCumulativeLogprobs: false,
      numRows: 2,
      rows: expect.any(Function),
    },
  });
  const rows: Row[] = [];
  if (answer.kind === "results")
    for await (const batch of answer.results.rows()) rows.push(...batch);
  expect(rows).toEqual(
    ["first", "second"].map((input) => ({
      input,
      output: `<${input}>`,
      cumulativeLogprob: expect.any(Number),
    })),
  );
});

test("results that a job doesn't have", async () => {
  const engine = await openEngine(`
profiles: [{ queued: 2s, starting: 0, running: 0, results: { expireAfter: 1h } }]`);
  const [jobId, dryRun] = [await submit(engine), await submit(engine, { dryRun: true })];
  const results = (id: string) => engine.act("getResults", { jobId: id, format: "json" });
  await expect(results("none")).rejects.toMatchObject({
    code: "unknown-job",
    message: "Job `none` does not exist.",
  });
  await expect(results(jobId)).rejects.toMatchObject({
    code: "results-not-ready",
    message: `Job \`${jobId}\` is QUEUED, so its results are not ready.`,
  });
  engine.sandbox.clock.advance(2000);
  await expect(results(dryRun)).rejects.toMatchObject({
    code: "results-of-unsuccessful",
    message: `Job \`${dryRun}\` was a dry run, so it has a cost estimate but no results.`,
  });
  engine.sandbox.clock.advance(3_600_000);
  await expect(results(jobId)).rejects.toMatchObject({ code: "results-expired" });
});

test("a canceled job", async () => {
  const engine = await openEngine(PROFILE);
  const jobId = await submit(engine);
  expect(await engine.act("cancelJob", { jobId })).toEqual({ kind: "view", view: { jobId } });
  expect(await stateOf(engine, jobId)).toEqual({ jobId, state: "cancelling" });
  engine.sandbox.clock.advance(60_000);
  expect(await stateOf(engine, jobId)).toEqual({ jobId, state: "cancelled" });
  await expect(engine.act("getResults", { jobId, format: "json" })).rejects.toMatchObject({
    code: "results-of-unsuccessful",
    message: `Job \`${jobId}\` is CANCELLED; only a job that completed successfully has results.`,
  });
  await expect(engine.act("cancelJob", { jobId: "none" })).rejects.toMatchObject({
    code: "unknown-job-on-cancel",
    message: "Job `none` does not exist.",
  });
});

test("progress, an update each second until the job has ended", async () => {
  const engine = await openEngine("profiles: [{ queued: 0, starting: 0, running: 2s }]");
  const jobId = await submit(engine);
  const answer = await engine.act("streamJobProgress", { jobId });
  const seen: unknown[] = [];
  for await (const update of answer.kind === "lines" ? answer.updates : []) {
    seen.push([update["state"], update["rowsCompleted"], typeof update["tokensPerSecond"]]);
    // Everything that waits for the manual clock waits for this.
    setImmediate(() => engine.sandbox.clock.advance(1000));
  }
  expect(seen).toEqual([
    ["running", 0, "number"],
    ["running", 1, "number"],
    ["succeeded", 2, "number"],
  ]);
});
