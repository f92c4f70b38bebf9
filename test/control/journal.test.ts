import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { connect } from "../../src/index.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { REACHES, rejection } from "./reaches.ts";

describe.each(REACHES)("the journal %s", (_, reach) => {
  test("summarizes exchanges without headers and bodies", async () => {
    await using sim = await startTestSimulator({ clock: "manual" });
    const jobId = await sim.client.submit({ inputs: ["a"] });
    await sim.client.create({ inputs: 5 });
    const { journal } = reach(sim);
    const summaries = await journal.summaries();
    expect(summaries[0]).toEqual({
      id: 1,
      at: VIRTUAL_START,
      wallAt: expect.any(Number),
      method: "POST",
      url: "/batch-inference",
      operationId: "createJob",
      jobId,
      status: 200,
      requestBytes: 16,
      responseBytes: JSON.stringify({ job_id: jobId }).length,
      problems: 0,
      end: "finished",
      durationMs: expect.any(Number),
    });
    expect(summaries[1]).toMatchObject({ id: 2, status: 422, problems: 1 });
    expect(await journal.summaries({ after: 1 })).toEqual(summaries.slice(1));
    expect(await journal.summaries({ limit: 1 })).toEqual(summaries.slice(0, 1));
  });

  test("tells what clients did, and finds it by what it was", async () => {
    await using sim = await startTestSimulator({
      clock: "manual",
      yaml: "faults: [{ name: outage, on: getQuotas, status: 503, times: 1 }]",
    });
    const { journal } = reach(sim);
    const jobId = await sim.client.submit({ inputs: ["a"] });
    await sim.client.create({ inputs: 5 });
    await sim.client.request("GET", "/get-quotas");
    await sim.client.state(jobId);
    const [created] = await journal.find();
    expect(created).toMatchObject({
      id: 1,
      at: VIRTUAL_START,
      method: "POST",
      url: "/batch-inference",
      operationId: "createJob",
      jobId,
      request: { body: { byteLength: 16, text: '{"inputs":["a"]}' } },
      response: { status: 200, body: { text: JSON.stringify({ job_id: jobId }) } },
      problems: [],
      end: "finished",
    });
    const ids = async (query: Parameters<typeof journal.find>[0]) =>
      (await journal.find(query)).map(({ id }) => id);
    expect(await ids({ id: 2 })).toEqual([2]);
    expect(await ids({ operation: "createJob" })).toEqual([1, 2]);
    expect(await ids({ jobId })).toEqual([1, 4]);
    expect(await ids({ jobState: "queued" })).toEqual([4]);
    expect(await ids({ method: "get" })).toEqual([3, 4]);
    expect(await ids({ url: "quotas" })).toEqual([3]);
    expect(await ids({ status: 422 })).toEqual([2]);
    expect(await ids({ problems: true })).toEqual([2]);
    expect(await ids({ faulted: true })).toEqual([3]);
    expect(await ids({ fault: "outage" })).toEqual([3]);
    expect(await ids({ faulted: false, after: 1 })).toEqual([2, 4]);
    expect(await journal.count({ status: 200 })).toBe(2);
    await journal.clear();
    expect(await journal.find()).toEqual([]);
    await sim.client.state(jobId);
    expect(await ids({})).toEqual([5]);
  });

  test("refuses filters that nothing can ever match, and says what is nearest", async () => {
    await using sim = await startTestSimulator({
      yaml: "faults: [{ name: outage, on: getQuotas, status: 503 }]",
    });
    const { journal } = reach(sim);
    const jobId = await sim.client.submit({ inputs: ["a"] });
    const refusal = async (query: object) => (await rejection(journal.find(query))).message;
    expect(await refusal({ operation: "createJobb" })).toBe(
      "Expected `operation` to be the ID of an operation in the spec, got `createJobb`. Did you mean `createJob`?",
    );
    expect(await refusal({ method: "PSOT" })).toBe(
      "Expected `method` to be an HTTP method, got `PSOT`. Did you mean `POST`?",
    );
    expect(await refusal({ fault: "outages" })).toBe(
      "Expected `fault` to be the name of a fault rule, got `outages`. Did you mean `outage`?",
    );
    expect(await refusal({ status: 20 })).toBe(
      "`status`: Expected a status from 100 to 599, or 0 for no response, got `20` (number).",
    );
    expect(await rejection(journal.count({ jobId: `${jobId}0` }))).toMatchObject({
      code: "SIM_UNKNOWN_JOB",
    });
    expect((await rejection(journal.wait({ operation: "createJobb" }))).code).toBe("SIM_ARGUMENT");
    expect(await journal.count({ operation: "getQuotas", fault: "outage", jobId })).toBe(0);
  });

  test("names the assumption behind a problem that the interface document doesn't mention", async () => {
    await using sim = await startTestSimulator({
      yaml: "assumptions: { max-inputs: by-priority }",
    });
    await sim.client.create({ inputs: Array.from({ length: 1001 }, () => "a") });
    const [{ problems } = {}] = await reach(sim).journal.find();
    expect(problems).toEqual([
      expect.objectContaining({ path: "/inputs", assumption: "max-inputs" }),
    ]);
  });

  test("contains no passwords, keys, or signatures of URLs, and neither does anything else", async () => {
    await using sim = await startTestSimulator({ clock: "manual" });
    const secret = "hunter2";
    const inputs = `http://me:${secret}@127.0.0.1:1/rows.csv?X-Amz-Signature=${secret}&part=1`;
    const jobId = await sim.client.submit({ inputs, job_priority: 1 });
    await sim.client.request("GET", `/job-statuses?api_key=${secret}&token=${secret}&page=2`);
    const control = reach(sim);
    const [created, status] = await control.journal.find();
    expect(JSON.parse(created?.request.body?.text ?? "")).toEqual({
      inputs: "http://***@127.0.0.1:1/rows.csv?X-Amz-Signature=***&part=1",
      job_priority: 1,
    });
    expect(status?.url).toBe("/job-statuses?api_key=***&token=***&page=2");
    const shown = [
      await control.journal.find(),
      await control.snapshot(),
      await control.report(),
      await control.jobs.get(jobId),
    ];
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  test("names the nearest operation of a request that has none", async () => {
    await using sim = await startTestSimulator();
    await sim.client.request("GET", "/job-statsu/job-1");
    await sim.client.request("POST", "/completely/different");
    expect(await reach(sim).journal.unmatched()).toMatchObject([
      { url: "/job-statsu/job-1", nearest: "GET /job-status/{job_id}" },
      { url: "/completely/different" },
    ]);
  });

  test("shows no key, and keeps downloads and uploads by size, hash, and first rows", async () => {
    await using sim = await startTestSimulator({ scenario: "instant" });
    const { journal } = reach(sim);
    const url = "http://me:secret@127.0.0.1:1/a?X-Amz-Signature=secret";
    const inputs = [
      `${url} ${"x".repeat(300)}`,
      ...Array.from({ length: 20 }, (_, row) => `row ${row}`),
    ];
    const jobId = await sim.client.submit({ inputs });
    const dataset = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
    for (const [format, outputs] of [
      ["parquet", "outputs"],
      ["csv", jobId],
    ] as const) {
      const file = await sim.client.file(jobId, format, { include_inputs: true });
      const [exchange] = (await journal.find({ operation: "getResults" })).slice(-1);
      expect(exchange?.response.body).toEqual({
        byteLength: file.byteLength,
        sha256: createHash("sha256").update(file).digest("hex"),
        rows: expect.any(Array),
      });
      const [names, first, ...others] = exchange?.response.body?.rows ?? [];
      expect([names, first?.[0]?.length, others.length]).toEqual([["inputs", outputs], 160, 9]);
      expect(first?.[0]).toMatch(/^http:\/\/\*\*\*@127\.0\.0\.1:1\/a\?X-Amz-Signature=\*\*\* x+…$/);
      // The other format is an archive, which can't be uploaded.
      if (format !== "parquet") continue;
      const form = new FormData();
      form.set("dataset_id", dataset.body.dataset_id);
      form.set("file", new Blob([file]), format);
      await sim.client.request("POST", "/upload-to-dataset", { body: form });
      const [upload] = (await journal.find({ operation: "uploadToDataset" })).slice(-1);
      expect(upload?.request.body).toEqual({
        byteLength: expect.any(Number),
        sha256: expect.any(String),
        rows: exchange?.response.body?.rows,
      });
    }
    const [exchange] = await journal.find();
    expect(exchange?.request.headers["authorization"]).toBe("Key ***");
    expect(JSON.stringify(await journal.find())).not.toContain(sim.apiKey);
  });

  test("keeps the beginning of a long text, and the hash of all of it", async () => {
    await using sim = await startTestSimulator();
    const body = JSON.stringify({ inputs: ["x".repeat(50_000)] });
    await sim.client.request("POST", "/batch-inference", {
      body,
      headers: { "content-type": "application/json" },
    });
    const [exchange] = await reach(sim).journal.find();
    expect(exchange?.request.body).toEqual({
      byteLength: body.length,
      text: body.slice(0, 16_384),
      isCut: true,
      sha256: createHash("sha256").update(body).digest("hex"),
    });
  });

  test("waits for a request, whether it is there or still to come", async () => {
    await using sim = await startTestSimulator();
    const { journal } = reach(sim);
    const waiting = journal.wait({ operation: "getJobStatus" }, { count: 2 });
    const jobId = await sim.client.submit({ inputs: ["a"] });
    await sim.client.state(jobId);
    await sim.client.state(jobId);
    expect(await waiting).toMatchObject({ id: 3, jobId });
    expect(await journal.wait({ operation: "createJob" })).toMatchObject({ id: 1 });
    const after = { operation: "getJobStatus", after: 3 };
    expect(await rejection(journal.wait(after, { timeout: "1ms" }))).toEqual({
      code: "SIM_TIMEOUT",
      message:
        'Failed to wait for an exchange that matches `{"operation":"getJobStatus","after":3}`: 0 matched within 1ms. Check the journal for what arrived instead, or increase `timeout`.',
      issues: [],
    });
  });

  test("stops waiting when its sandbox is reset", async () => {
    await using sim = await startTestSimulator();
    const control = reach(sim);
    const waiting = rejection(control.journal.wait({ status: 418 }));
    while ((await control.info()).openRequests === 0) await new Promise(setImmediate);
    await control.reset();
    expect((await waiting).code).toBe("SIM_UNKNOWN_SANDBOX");
  });

  test("shows on demand the requests whose key names no sandbox", async () => {
    await using sim = await startTestSimulator({ apiKeys: ["key-1"] });
    const { journal } = reach(sim);
    await sim.client.request("GET", "/get-quotas", { headers: { authorization: "Bearer key-1" } });
    await sim.clientOf("key-2").request("GET", "/get-quotas");
    expect(await journal.find()).toEqual([]);
    const found = await journal.find({ keyless: true });
    expect(found.map(({ response }) => response.status)).toEqual([401, 403]);
    expect(await journal.count({ keyless: true, status: 403 })).toBe(1);
  });

  test("is the same for the same seed and the same calls, but for wall times", async () => {
    await using sim = await startTestSimulator({
      clock: "manual",
      yaml: "faults: [{ on: '*', status: 503, probability: 0.4 }]",
    });
    const control = reach(sim);
    const play = async () => {
      const jobId = (await control.jobs.list())[0]?.jobId ?? "none";
      for (let call = 0; call < 10; call++) {
        await sim.client.create({ inputs: [`row ${call}`] }).catch(() => undefined);
        await sim.client.request("GET", `/jobs/${jobId}`);
        await control.clock.advance("700ms");
      }
      const exchanges = await control.journal.find();
      return exchanges.map(({ wallAt: _wallAt, durationMs: _durationMs, ...rest }) => rest);
    };
    const first = await play();
    await control.reset();
    expect(await play()).toEqual(first);
    expect(new Set(first.map(({ fault }) => fault))).toEqual(new Set(["1-status", undefined]));
  });

  test("says what is wrong with a question", async () => {
    await using sim = await startTestSimulator();
    const { journal } = reach(sim);
    const wrong = { staus: 404, jobState: "RUNNING" } as unknown as { status: number };
    const { code, issues } = await rejection(journal.find(wrong));
    expect(code).toBe("SIM_ARGUMENT");
    expect(issues).toEqual([
      {
        path: "jobState",
        message:
          '`jobState`: Expected one of `unknown`, `queued`, `starting`, `running`, `finalizing`, `cancelling`, `succeeded`, `failed`, `cancelled`, `expired`, got `"RUNNING"` (string). Did you mean `running`?',
      },
      { path: "staus", message: "`staus`: Unknown key `staus`. Did you mean `status`?" },
    ]);
  });
});

test("the journal keeps no more exchanges, and no more bytes, than it may", async () => {
  await using few = await startTestSimulator({ maxJournalExchanges: 3 });
  for (let call = 0; call < 5; call++) await few.client.request("GET", `/get-quotas?call=${call}`);
  expect(few.exchanges().map(({ id }) => id)).toEqual([3, 4, 5]);
  await using small = await startTestSimulator({ maxJournalBytes: 25_000 });
  for (let call = 0; call < 5; call++) await small.client.create({ inputs: ["x".repeat(10_000)] });
  expect(small.exchanges().map(({ id }) => id)).toEqual([4, 5]);
});

test("journals that are too large together lose their oldest exchanges, and the report says so", async () => {
  await using sim = await startTestSimulator({ maxSandboxBytes: 150 * 1024 });
  const { client, control } = sim;
  const quiet = sim.clientOf("quiet");
  await quiet.request("GET", "/get-quotas");
  const jobId = await client.submit({ inputs: ["a"] });
  await control.clock.advance("1h");
  expect(await client.state(jobId)).toBe("SUCCEEDED");
  await client.jsonResults(jobId);
  await client.submit({ inputs: ["b"] });
  for (let call = 0; call < 150; call++) await client.request("GET", `/get-quotas?call=${call}`);
  const { exchanges, droppedExchanges, byteLength } = await control.info();
  expect(exchanges + droppedExchanges).toBe(154);
  expect(byteLength).toBeLessThan(100 * 1024);
  const { sandboxes, findings, notJudged } = await control.report();
  expect(sandboxes.map(({ jobs }) => jobs)).toEqual([2]);
  // No request has asked for the second job's state, unless its poll is among the dropped ones.
  expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
  const dropped = notJudged.filter(
    ({ why }) => why === "there were more exchanges than the report can hold",
  );
  expect(dropped.map(({ what }) => what)).toEqual([
    expect.stringMatching(/^the oldest \d+ exchanges$/),
  ]);
  expect(await connect(sim.controlUrl ?? "", { apiKey: "quiet" }).journal.count()).toBe(1);
});
