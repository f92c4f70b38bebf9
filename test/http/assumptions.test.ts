import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { assumptionsOf } from "../../src/spec/assumptions-of.ts";
import { queryParquet } from "../codec/duckdb.ts";
import { unzip } from "../codec/unzip.ts";
import { overlayFile } from "../support/overlay-file.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// All other tests exercise the defaults; this one exercises each alternative of each assumption.

/** A simulator in which one assumption has another value; jobs finish immediately. */
function assuming(id: string, value: unknown, more = ""): Promise<TestSimulator> {
  return startTestSimulator({
    yaml: `name: assuming\nassumptions: { ${id}: ${JSON.stringify(value)} }\n${INSTANT}${more}`,
  });
}

const INSTANT = "profiles: [{ queued: 0s, starting: 0s, running: 0s, cancel: { takes: 1s } }]\n";
const INPUTS = ["first input", "second input"];

test.each([201, 202])("create-status: %d", async (status) => {
  await using sim = await assuming("create-status", status);
  expect((await sim.client.create({ inputs: INPUTS })).status).toBe(status);
});

test("cancel-status: 202", async () => {
  await using sim = await assuming("cancel-status", 202);
  expect((await sim.client.cancel(await sim.client.submit({ inputs: INPUTS }))).status).toBe(202);
});

test("job-states: lower-case", async () => {
  await using sim = await startTestSimulator({ yaml: "assumptions: { job-states: lower-case }" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  const seen = [await sim.client.state(jobId), await sim.client.state(jobId)];
  expect(seen).toEqual(["queued", "starting"]);
  await sim.client.cancel(jobId);
  expect([await sim.client.state(jobId), await sim.client.state(jobId)]).toEqual([
    "cancelling",
    "cancelled",
  ]);
});

test("job-states: lower-case contradicts the document, and the report says so", async () => {
  await using sim = await startTestSimulator({ yaml: "assumptions: { job-states: lower-case }" });
  await sim.client.state(await sim.client.submit({ inputs: INPUTS }));
  const found = sim.report().findings.filter(({ assumption }) => assumption === "job-states");
  expect(found.map(({ id }) => id)).toContain("deviation-in-effect");
});

test.each(["True", "TRUE", "true", "1"])("a boolean in the query can be %s", async (value) => {
  await using sim = await startTestSimulator();
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.follow(jobId);
  const { status, body } = await sim.client.jsonResults(jobId, { include_inputs: value });
  expect([status, body.inputs]).toEqual([200, INPUTS]);
  const relied = sim.report().findings.map(({ assumption }) => assumption);
  expect(relied.includes("query-booleans")).toBe(value !== "true");
  expect(sim.report().findings.map(({ severity }) => severity)).not.toContain("error");
});

test("a boolean in the query can be False, 0, or false", async () => {
  await using sim = await startTestSimulator();
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.follow(jobId);
  for (const value of ["False", "0", "false"]) {
    const { status, body } = await sim.client.jsonResults(jobId, { include_inputs: value });
    expect([value, status, body.inputs]).toEqual([value, 200, undefined]);
  }
});

test("query-booleans: strict", async () => {
  await using sim = await assuming("query-booleans", "strict");
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.follow(jobId);
  expect(await sim.client.jsonResults(jobId, { include_inputs: "True" })).toMatchObject({
    status: 422,
    body: {
      detail: 'Expected `include_inputs` to be of type boolean, got `"True"` (string).',
    },
  });
  expect((await sim.client.jsonResults(jobId, { include_inputs: "yes" })).status).toBe(422);
  expect((await sim.client.jsonResults(jobId, { include_inputs: "true" })).status).toBe(200);
});

test("a boolean in the query can't be any other word", async () => {
  await using sim = await startTestSimulator();
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.follow(jobId);
  expect((await sim.client.jsonResults(jobId, { include_inputs: "yes" })).status).toBe(422);
});

test("job-states: unknown-first", async () => {
  await using sim = await startTestSimulator({
    yaml: "assumptions: { job-states: unknown-first }",
  });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  expect(await sim.client.follow(jobId)).toEqual([
    "UNKNOWN",
    "QUEUED",
    "STARTING",
    "RUNNING",
    "SUCCEEDED",
  ]);
});

test.each([
  ["uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ["hex24", /^[0-9a-f]{24}$/],
])("job-id-format: %s", async (format, pattern) => {
  await using sim = await assuming("job-id-format", format);
  expect(await sim.client.submit({ inputs: INPUTS })).toMatch(pattern);
});

test("dataset-column: only-column", async () => {
  await using sim = await assuming("dataset-column", "only-column");
  const one = await upload(sim, "text\nfirst\nsecond\n");
  expect(
    await sim.client.follow(await sim.client.submit({ inputs: one, job_priority: 1 })),
  ).toContain("SUCCEEDED");
  const two = await upload(sim, "inputs,label\nfirst,1\n");
  const jobId = await sim.client.submit({ inputs: two, job_priority: 1 });
  expect(await sim.client.follow(jobId)).toContain("FAILED");
  expect((await sim.client.job(jobId))["failure_reason"]).toEqual({
    message:
      "Failed to read the file `rows.csv`: expected it to have one column, got `inputs` (string), `label` (integer).",
  });
});

test("unauthenticated: 403", async () => {
  await using sim = await assuming("unauthenticated", 403);
  expect((await fetch(`${sim.baseUrl}/list-jobs`)).status).toBe(403);
});

test("forbidden: 401", async () => {
  await using sim = await startTestSimulator({
    yaml: "assumptions: { forbidden: 401 }",
    apiKeys: ["known"],
  });
  expect((await sim.clientOf("unknown").json("GET", "/list-jobs")).status).toBe(401);
});

test("invalid-request: 400", async () => {
  await using sim = await assuming("invalid-request", 400);
  const { status, body } = await sim.client.create({});
  const message = "Expected `inputs` to be present: it is required.";
  expect([status, body]).toEqual([
    400,
    { detail: message, errors: [{ path: "/inputs", message }] },
  ]);
});

test("invalid-request: 422-list", async () => {
  await using sim = await assuming("invalid-request", "422-list");
  const { status, body } = await sim.client.create({
    inputs: INPUTS,
    sampling_params: { top_p: "high" },
    model: "gpt",
  });
  expect(status).toBe(422);
  expect(body).toEqual({
    detail: [
      {
        loc: ["body", "sampling_params", "top_p"],
        msg: 'Expected `sampling_params.top_p` to be of type number, got `"high"` (string).',
        type: "type",
      },
    ],
  });
  const unknown = await sim.client.create({ inputs: INPUTS, model: "gpt" });
  expect(unknown.body).toEqual({
    detail: [{ loc: ["body", "model"], msg: expect.any(String), type: "enum" }],
  });
});

test("unknown-job: 400, and cancel still answers the documented 404", async () => {
  await using sim = await assuming("unknown-job", 400);
  expect((await sim.client.json("GET", "/job-status/job-1")).status).toBe(400);
  expect((await sim.client.cancel("job-1")).status).toBe(404);
});

test.each([404, 400, 425])("results-not-ready: %d", async (status) => {
  await using sim = await startTestSimulator({
    yaml: `assumptions: { results-not-ready: ${status} }`,
  });
  expect((await sim.client.jsonResults(await sim.client.submit({ inputs: INPUTS }))).status).toBe(
    status,
  );
});

test.each([404, 400, 410])("results-of-unsuccessful: %d", async (status) => {
  await using sim = await assuming("results-of-unsuccessful", status);
  const jobId = await sim.client.submit({ inputs: INPUTS, dryrun: true });
  expect((await sim.client.jsonResults(jobId)).status).toBe(status);
});

test("unknown-dataset: 404 by default, 422, or the job fails", async () => {
  const request = { inputs: "dataset-1", job_priority: 1 };
  await using byDefault = await startTestSimulator();
  expect(await byDefault.client.create(request)).toMatchObject({
    status: 404,
    body: { detail: "Dataset `dataset-1` does not exist." },
  });
  await using refusing = await assuming("unknown-dataset", 422);
  expect((await refusing.client.create(request)).status).toBe(422);
  await using failing = await assuming("unknown-dataset", "job-fails");
  const jobId = await failing.client.submit(request);
  expect(await failing.client.follow(jobId)).toContain("FAILED");
  expect((await failing.client.job(jobId))["failure_reason"]).toEqual({
    message: "Dataset `dataset-1` does not exist.",
  });
});

test("bad-url-input: 422", async () => {
  await using sim = await assuming("bad-url-input", 422);
  const { status, body } = await sim.client.create({
    inputs: `${sim.baseUrl}/nothing.csv`,
    job_priority: 1,
  });
  expect([status, body]).toEqual([
    422,
    {
      detail: expect.stringContaining("404"),
      errors: [{ path: "/inputs", message: expect.any(String) }],
    },
  ]);
  expect((await sim.client.json("GET", "/list-jobs")).body).toEqual({ jobs: [] });
});

test.each([
  ["row-too-long", { model: "model-3.2-3b" }],
  ["unknown-model", { model: "model-3.1-8" }],
])("a job that will fail because of %s has its number of rows", async (id, fields) => {
  const yaml = "assumptions: { unknown-model: job-fails }";
  await using sim = await startTestSimulator({ yaml });
  const inputs = ["short", "x".repeat(10_000)];
  const jobId = await sim.client.submit({ inputs, ...fields });
  expect(await sim.client.job(jobId)).toMatchObject({ status: "QUEUED", num_rows: 2 });
  expect(await sim.client.follow(jobId)).toEqual(["STARTING", "FAILED"]);
  expect(await sim.client.job(jobId)).toMatchObject({ num_rows: 2, rows_completed: 0 });
  expect((await sim.control.snapshot()).jobs).toHaveLength(1);
  await sim.control.jobs.force(jobId, "succeeded");
  expect((await sim.client.jsonResults(jobId)).body).toEqual({ outputs: [] });
  expect(id).toMatch(/-/);
});

test("row-too-long: 422, or an empty output", async () => {
  const request = { inputs: ["short", "x".repeat(10_000)], model: "model-3.2-3b" };
  await using refusing = await assuming("row-too-long", 422);
  expect(await refusing.client.create(request)).toMatchObject({
    status: 422,
    body: { detail: expect.stringMatching(/^Row 1 has 2500 tokens/) },
  });
  await using empty = await assuming("row-too-long", "empty-output");
  const { body } = await empty.client.jsonResults(await empty.client.submit(request), {
    include_cumulative_logprobs: true,
  });
  expect(body.outputs).toEqual([expect.stringMatching(/./), ""]);
  expect(body.cumulative_logprobs).toEqual([expect.any(Number), 0]);
});

test("unknown-model: job-fails", async () => {
  await using sim = await assuming("unknown-model", "job-fails");
  const jobId = await sim.client.submit({ inputs: INPUTS, model: "model-3.1-8" });
  expect(await sim.client.follow(jobId)).toContain("FAILED");
  expect(await sim.client.job(jobId)).toMatchObject({
    model: "model-3.1-8",
    failure_reason: { message: expect.stringContaining("Did you mean `model-3.1-8b`?") },
  });
});

test("unknown-model: accepted, with the entry of the first model", async () => {
  await using sim = await assuming("unknown-model", "accepted");
  const jobId = await sim.client.submit({ inputs: INPUTS, model: "model-3.1-8" });
  expect((await sim.client.jsonResults(jobId)).body.outputs).toEqual([
    expect.stringMatching(/./),
    expect.stringMatching(/./),
  ]);
  const job = await sim.client.job(jobId);
  const other = await sim.client.job(await sim.client.submit({ inputs: INPUTS }));
  const costOf = ({ input_tokens, output_tokens }: { [key: string]: unknown }) =>
    (Number(input_tokens) * 0.02 + Number(output_tokens) * 0.05) / 1e6;
  expect(job).toMatchObject({ model: "model-3.1-8", status: "SUCCEEDED" });
  expect(job["job_cost"]).toBeCloseTo(costOf(job), 12);
  expect(other["job_cost"]).toBeCloseTo(costOf(other), 12);
  expect(sim.report().findings.map(({ id }) => id)).not.toContain("unknown-model");
});

test("models: a scenario adds and changes entries", async () => {
  await using sim = await startTestSimulator({
    yaml: `models:\n  tiny: { contextWindow: 2 }\n  model-3.1-8b: { outputPricePerMillionTokens: 1000000 }\n${INSTANT}`,
  });
  const tiny = await sim.client.submit({
    inputs: ["more than eight"],
    model: "tiny",
    truncate_rows: true,
  });
  expect((await sim.client.jsonResults(tiny, { include_inputs: true })).body.inputs).toEqual([
    "more tha",
  ]);
  const dry = await sim.client.create({
    inputs: ["a"],
    dryrun: true,
    sampling_params: { max_tokens: 3 },
  });
  expect(dry.body).toMatchObject({ cost_estimate: { cost_usd: 3.00000002 } });
});

test("sampling-params: rejected", async () => {
  await using sim = await assuming("sampling-params", "rejected");
  const { status, body } = await sim.client.create({
    inputs: INPUTS,
    sampling_params: { temprature: 1 },
  });
  expect([status, body]).toMatchObject([
    422,
    {
      detail:
        "Expected `sampling_params.temprature` to be omitted: this object has no such field, got `1` (integer).",
    },
  ]);
});

test.each([
  ["unknown-fields", { "": [] }, "got `[]` (array)"],
  ["sampling-params", { sampling_params: { "": 1 } }, "got `1` (integer)"],
] as const)("%s: rejected, with an empty name", async (assumption, fields, found) => {
  await using sim = await assuming(assumption, "rejected");
  const { status, body } = await sim.client.create({ inputs: INPUTS, ...fields });
  expect([status, body]).toMatchObject([
    422,
    { detail: `Expected the key \`""\` to be omitted: this object has no such field, ${found}.` },
  ]);
});

test("unknown-fields: rejected, in the body and in the query", async () => {
  await using sim = await assuming("unknown-fields", "rejected");
  expect((await sim.client.create({ inputs: INPUTS, modle: "x" })).status).toBe(422);
  const jobId = await sim.client.submit({ inputs: INPUTS });
  const { status, body } = await sim.client.json(
    "GET",
    `/jobs/${jobId}/results?result_format=json&include_input=true`,
  );
  expect([status, body]).toMatchObject([
    422,
    {
      detail:
        "Expected `include_input` to be omitted: the operation has no such parameter. Did you mean `include_inputs`?",
    },
  ]);
});

test("dryrun-response: job-id-only", async () => {
  await using sim = await assuming("dryrun-response", "job-id-only");
  const { body } = await sim.client.create({ inputs: INPUTS, dryrun: true });
  expect(body).toEqual({ job_id: expect.any(String) });
  expect(await sim.client.job(body.job_id)).toMatchObject({ cost_estimate: { input_tokens: 6 } });
});

test("cancel-terminal: cancelled", async () => {
  await using sim = await assuming("cancel-terminal", "cancelled");
  const jobId = await sim.client.submit({ inputs: INPUTS });
  expect(await sim.client.state(jobId)).toBe("SUCCEEDED");
  await sim.client.cancel(jobId);
  expect(await sim.client.follow(jobId)).toEqual(["CANCELLING", "CANCELLED"]);
});

test.each([
  ["first-stands", "CANCELLED"],
  ["restarts", "CANCELLING"],
])("cancel-twice: %s", async (value, stateAfter) => {
  await using sim = await startTestSimulator({
    yaml: `assumptions: { cancel-twice: ${value} }\nprofiles: [{ cancel: { takes: 10s } }]`,
    clock: "manual",
  });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.cancel(jobId);
  await sim.clock.advance("6s");
  await sim.client.cancel(jobId);
  await sim.clock.advance("6s");
  expect(await sim.client.state(jobId)).toBe(stateAfter);
});

test("parquet-columns: job-id", async () => {
  await using sim = await assuming("parquet-columns", "job-id");
  const jobId = await sim.client.submit({ inputs: INPUTS });
  const file = await sim.client.file(jobId, "parquet", { include_inputs: true });
  const [row] = await queryParquet(file, "SELECT * FROM FILE LIMIT 1");
  expect(Object.keys(row ?? {})).toEqual(["inputs", jobId]);
});

test("csv-entry-name: results", async () => {
  await using sim = await assuming("csv-entry-name", "results");
  const [file] = await unzip(
    await sim.client.file(await sim.client.submit({ inputs: INPUTS }), "csv"),
  );
  expect(file?.name).toBe("results.csv");
});

test("reasoning-content: object, a deviation", async () => {
  await using sim = await assuming("reasoning-content", "object");
  const request = {
    inputs: INPUTS,
    model: "model-3.1-32b-reasoning",
    json_schema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  };
  const { body } = await sim.client.jsonResults(await sim.client.submit(request));
  expect(JSON.parse(body.outputs[0] ?? "").content).toMatchObject({ ok: expect.any(Boolean) });
});

test("input-kind: dataset-prefix", async () => {
  await using sim = await assuming("input-kind", "dataset-prefix");
  const { status, body } = await sim.client.create({ inputs: "reviews", job_priority: 1 });
  expect([status, body]).toMatchObject([
    422,
    {
      detail:
        "Expected `inputs` to be a list of strings, a dataset ID (`dataset-…`), or an http(s) URL, got `reviews`.",
    },
  ]);
});

test("priority-when-omitted: taken-as-1", async () => {
  await using sim = await assuming("priority-when-omitted", "taken-as-1");
  const jobId = await sim.client.submit({ inputs: await upload(sim, "inputs\nfirst\n") });
  expect(await sim.client.job(jobId)).toMatchObject({ job_priority: 1 });
  expect((await sim.client.create({ inputs: "dataset-1", job_priority: 0 })).status).toBe(422);
});

test("rate-limit: a number of requests per second for each key, with Retry-After", async () => {
  await using sim = await startTestSimulator({
    yaml: "assumptions: { rate-limit: 2 }",
    clock: "manual",
  });
  const statuses = [];
  for (let call = 0; call < 3; call++)
    statuses.push((await sim.client.json("GET", "/list-jobs")).status);
  expect(statuses).toEqual([200, 200, 429]);
  const limited = await sim.client.json("GET", "/list-jobs");
  expect(limited.headers.get("retry-after")).toBe("1");
  expect(limited.body).toEqual({
    detail: "The rate limit of 2 requests per second for this key was exceeded. Retry after 1 s.",
  });
  expect((await sim.clientOf("another").json("GET", "/list-jobs")).status).toBe(200);
  await sim.clock.advance("1s");
  expect((await sim.client.json("GET", "/list-jobs")).status).toBe(200);
});

test("rate-limit: a refusal moves a poll clock by the time in Retry-After, and no further", async () => {
  await using sim = await startTestSimulator({ yaml: "assumptions: { rate-limit: 2 }" });
  await sim.client.submit({ inputs: INPUTS });
  const ask = async (path: string): Promise<unknown> => {
    const { status, headers } = await sim.client.json("GET", path);
    return [status, headers.get("date")?.slice(20, 25), (await sim.clock.now()) - VIRTUAL_START];
  };
  expect([await ask("/list-jobs"), await ask("/list-jobs")]).toEqual([
    [200, "00:00", 0],
    [429, "00:00", 1000],
  ]);
  expect([await ask("/list-jobs"), await ask("/list-jobs"), await ask("/list-jobs")]).toEqual([
    [200, "00:01", 1000],
    [200, "00:01", 1000],
    [429, "00:01", 2000],
  ]);
});

test("truncated-inputs: original", async () => {
  const request = {
    inputs: ["short", "ab".repeat(5000)],
    model: "model-3.2-3b",
    truncate_rows: true,
  };
  const inputsWith = async (value: string): Promise<unknown> => {
    await using sim = await assuming("truncated-inputs", value);
    const jobId = await sim.client.submit(request);
    return (await sim.client.jsonResults(jobId, { include_inputs: true })).body.inputs;
  };
  expect(await inputsWith("original")).toEqual(request.inputs);
  expect(await inputsWith("truncated")).toEqual(["short", "ab".repeat(2048 * 2)]);
});

test("truncated-inputs: original, for inputs that are not strings", async () => {
  const overlay = await overlayFile(
    `  - { target: "$.components.schemas['CreateJobRequest', 'Results'].properties.inputs.items", remove: true }
  - { target: "$.paths['/batch-inference'].post", update: { x-batch-sim: { row: { prompt: /p } } } }`,
  );
  const yaml = `name: x\nassumptions: { truncated-inputs: original }\n${INSTANT}`;
  await using sim = await startTestSimulator({ yaml, overlays: [overlay] });
  const inputs = [null, "a", { p: "b" }];
  const jobId = await sim.client.submit({ inputs });
  expect((await sim.client.jsonResults(jobId, { include_inputs: true })).body.inputs).toEqual(
    inputs,
  );
});

test("max-inputs: by-priority", async () => {
  await using sim = await assuming("max-inputs", "by-priority");
  const inputs = Array.from({ length: 1001 }, (_, index) => `input ${index}`);
  const { status, body } = await sim.client.create({ inputs });
  expect([status, body]).toMatchObject([
    422,
    {
      detail:
        "Expected `inputs` to have at most 1000 items if `job_priority` is 0, got 1001. The interface document states no limit; this one comes from the assumption `max-inputs`.",
    },
  ]);
  const findings = sim.report().findings.filter(({ id }) => id === "invalid-request");
  expect(findings.map(({ severity, assumption }) => [severity, assumption])).toEqual([
    ["warning", "max-inputs"],
  ]);
  expect((await sim.client.create({ inputs, job_priority: 1 })).status).toBe(200);
  const { question } =
    (await sim.control.assumptions()).find(({ id }) => id === "max-inputs") ?? {};
  expect(question).toContain("1,000 for priority 0 and 1,000,000 for priority 1");
});

test("retention: results answer 410 after a while", async () => {
  await using sim = await startTestSimulator({
    yaml: `assumptions: { retention: 1h }\n${INSTANT}`,
    clock: "manual",
  });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.clock.advance("59m");
  expect((await sim.client.jsonResults(jobId)).status).toBe(200);
  await sim.clock.advance("1m");
  const { status, body } = await sim.client.jsonResults(jobId);
  expect([status, body]).toEqual([
    410,
    { detail: `The results of job \`${jobId}\` have expired.` },
  ]);
});

test("extra-response-fields: one unknown field in every object", async () => {
  await using sim = await assuming("extra-response-fields", "one-unknown");
  const { body: created } = await sim.client.create({ inputs: INPUTS });
  const unlisted = { unlisted_field: "A field that is not in the interface document." };
  expect(created).toEqual({ job_id: expect.any(String), ...unlisted });
  expect((await sim.client.json("GET", `/job-status/${created.job_id}`)).body).toEqual({
    job_status: { [created.job_id]: "SUCCEEDED" },
    ...unlisted,
  });
  expect((await sim.client.jsonResults(created.job_id)).body).toMatchObject({
    outputs: [expect.any(String), expect.any(String)],
    ...unlisted,
  });
  expect(await sim.client.job(created.job_id)).toMatchObject(unlisted);
  expect((await sim.client.json("GET", "/job-status/job-1")).body).toMatchObject(unlisted);
});

test("null-fields: absent by default, or refused", async () => {
  const request = {
    inputs: INPUTS,
    json_schema: null,
    system_prompt: null,
    sampling_params: null,
    job_priority: null,
    dryrun: null,
    model: null,
  };
  await using byDefault = await startTestSimulator();
  expect(await byDefault.client.job(await byDefault.client.submit(request))).toMatchObject({
    model: "model-3.1-8b",
    job_priority: 0,
    dryrun: false,
  });
  await using refusing = await assuming("null-fields", "refused");
  const { status, body } = await refusing.client.create(request);
  expect(status).toBe(422);
  const sampling = { inputs: INPUTS, sampling_params: { temperature: null, stop: null } };
  expect((await byDefault.client.create(sampling)).status).toBe(200);
  expect((await refusing.client.create(sampling)).status).toBe(422);
  expect(
    (body as unknown as { errors: { path: string }[] }).errors.map(({ path }) => path).sort(),
  ).toEqual([
    "/dryrun",
    "/job_priority",
    "/json_schema",
    "/model",
    "/sampling_params",
    "/system_prompt",
  ]);
});

test("content-encoding: refused", async () => {
  await using sim = await assuming("content-encoding", "refused");
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const body = gzipSync(JSON.stringify({ inputs: INPUTS }));
  const answer = await sim.client.request("POST", "/batch-inference", { headers, body });
  expect([answer.status, answer.headers.get("accept-encoding"), await answer.json()]).toEqual([
    415,
    "identity",
    { detail: "Expected the header `content-encoding` to be omitted, got `gzip`." },
  ]);
});

test("every assumption is in the registry with its question, and these have no values because overlays replace what they are about", async () => {
  const registry = assumptionsOf(await loadBaseDocument());
  const overlaid = registry
    .filter((entry) => entry.alternatives.length + entry.deviations.length === 0)
    .map(({ id }) => id);
  expect(overlaid).toEqual([
    "results-status",
    "status-operation",
    "job-operation",
    "list-operation",
    "progress-operation",
    "dataset-operations",
    "auth-operation",
    "quotas-operation",
    "models",
  ]);
  for (const { question, section } of registry)
    expect([question, section]).toEqual([
      expect.stringMatching(/\?$/),
      expect.stringMatching(/^\d/),
    ]);
});

test("a value that an assumption doesn't have is refused when the simulator starts", async () => {
  await expect(startTestSimulator({ yaml: "assumptions: { retention: soon }" })).rejects.toThrow(
    'scenario.yaml:1:27 assumptions.retention: Expected `forever` or `a duration such as 24h`, got `"soon"` (string).',
  );
});

async function upload(sim: TestSimulator, csv: string): Promise<string> {
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const form = new FormData();
  form.set("dataset_id", body.dataset_id);
  form.set("file", new Blob([csv], { type: "text/csv" }), "rows.csv");
  await sim.client.request("POST", "/upload-to-dataset", { body: form });
  return body.dataset_id;
}
