import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { overlayFile } from "../support/overlay-file.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// One change to the service at a time, each a few lines of YAML.

async function start(
  actions: string,
  version: "1.0.0" | "1.1.0" = "1.0.0",
): Promise<TestSimulator> {
  return startTestSimulator({ overlays: [await overlayFile(actions, version)] });
}

async function done(sim: TestSimulator, more: object = {}): Promise<string> {
  const jobId = await sim.client.submit({ inputs: ["a", "b"], ...more });
  await sim.client.follow(jobId);
  return jobId;
}

test.each([
  [
    "its binding",
    "- { target: \"$.paths['/batch-inference'].post['x-batch-sim']\", update: { status: 201 } }",
  ],
  [
    "its assumption",
    "- { target: \"$['x-assumptions']['create-status']\", update: { default: 201 } }",
  ],
  [
    "its responses",
    `
- { target: "$.paths['/batch-inference'].post.responses['200']", remove: true }
- target: $.paths['/batch-inference'].post.responses
  update:
    "201": { description: Created., content: { application/json: { schema: { $ref: "#/components/schemas/CreateJobResponse" } } } }`,
  ],
])("a success status, by %s", async (_, actions) => {
  await using sim = await start(actions);
  expect((await sim.client.create({ inputs: ["a"] })).status).toBe(201);
  const { body } = await sim.client.json<{ "x-assumptions": JsonObject }>("GET", "/openapi.json");
  expect(body["x-assumptions"]["create-status"]).toMatchObject({
    inForce: 201,
    setBy: "overlay",
    alternatives: expect.arrayContaining([200]),
  });
});

test("an error's status, by its entry or by its assumption", async () => {
  await using sim = await start(`
- { target: "$['x-errors']['unknown-job']", update: { status: 410 } }
- { target: "$['x-assumptions'].unauthenticated", update: { default: 403 } }`);
  expect((await sim.client.json("GET", "/job-status/none")).status).toBe(410);
  expect((await fetch(`${sim.baseUrl}/list-jobs`)).status).toBe(403);
});

const FINALIZING = `
- { target: "$['x-states']", update: { finalizing: FINALIZING } }
- target: $['x-assumptions']
  update:
    finalizing: { question: How long are results prepared?, section: "3", default: 2s, alternatives: [none] }`;

test("a state between the last row and success, until the results are prepared", async () => {
  const overlays = [await overlayFile(FINALIZING)];
  await using sim = await startTestSimulator({ overlays, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a", "b"] });
  await sim.clock.advanceUntil({ jobId, state: "finalizing" });
  expect(await sim.client.state(jobId)).toBe("FINALIZING");
  expect(await sim.client.job(jobId)).toMatchObject({ rows_completed: 2 });
  expect((await sim.client.jsonResults(jobId)).status).toBe(409);
  await sim.clock.advance("2s");
  expect(await sim.client.state(jobId)).toBe("SUCCEEDED");
  await sim.control.jobs.force(jobId, "finalizing");
  expect(await sim.client.state(jobId)).toBe("FINALIZING");
});

test("the header of the key, without a word before it", async () => {
  await using sim = await start(`
- target: $.components.securitySchemes.ApiKey
  update: { name: X-API-Key, x-batch-sim: { scheme: "" } }`);
  const answer = await fetch(`${sim.baseUrl}/list-jobs`, { headers: { "x-api-key": sim.apiKey } });
  expect([answer.status, await answer.json()]).toEqual([200, { jobs: [] }]);
  const { status, body } = await sim.client.json("GET", "/list-jobs");
  expect([status, body]).toEqual([
    401,
    { detail: "The `X-Api-Key` header is missing. Send the header `X-Api-Key: <API_KEY>`." },
  ]);
  expect(sim.exchanges()[0]?.request.headers["x-api-key"]).not.toContain(sim.apiKey);
});

test("the key as a bearer token", async () => {
  await using sim = await start(`
- { target: $.components.securitySchemes.ApiKey, remove: true }
- target: $.components.securitySchemes
  update: { ApiKey: { type: http, scheme: bearer } }`);
  const headers = { authorization: `Bearer ${sim.apiKey}` };
  expect((await fetch(`${sim.baseUrl}/list-jobs`, { headers })).status).toBe(200);
  expect((await sim.client.json("GET", "/list-jobs")).status).toBe(401);
});

test("a parameter's name, and another's place", async () => {
  await using sim = await start(
    `
- target: $.paths['/jobs/{job_id}/results'].get.parameters[?@.in == 'query']
  remove: true
- target: $.paths['/jobs/{job_id}/results'].get.parameters
  update:
    - { name: format, in: query, schema: { type: string, enum: [csv, json], default: json } }
    - { name: X-Include-Inputs, in: header, schema: { type: boolean, default: false } }
- target: $.paths['/jobs/{job_id}/results'].get['x-batch-sim'].request.includeCumulativeLogprobs
  remove: true
- target: $.paths['/jobs/{job_id}/results'].get['x-batch-sim'].request
  update: { format: query.format, includeInputs: header.X-Include-Inputs }`,
    "1.1.0",
  );
  const jobId = await done(sim);
  const results = (path: string, headers: Record<string, string> = {}) =>
    sim.client.request("GET", `/jobs/${jobId}/results${path}`, { headers });
  expect(await (await results("")).json()).toEqual({
    outputs: [expect.any(String), expect.any(String)],
  });
  expect(
    await (await results("?format=json", { "x-include-inputs": "true" })).json(),
  ).toMatchObject({ inputs: ["a", "b"] });
  expect((await results("?format=csv")).headers.get("content-type")).toBe("application/zip");
  expect((await results("?format=parquet")).status).toBe(422);
});

test("the first existing place of a field counts, and the default only if there is none", async () => {
  await using sim = await start(`
- target: $.components.schemas.CreateJobRequest.properties
  update: { engine: { type: [string, "null"] } }
- target: $.paths['/batch-inference'].post['x-batch-sim'].request
  update: { modelId: [body.engine, body.model] }`);
  const model = async (body: object): Promise<unknown> =>
    (await sim.client.job(await sim.client.submit({ inputs: ["a"], ...body })))["model"];
  expect([
    await model({ engine: "model-3.2-3b", model: "model-3.3-70b" }),
    await model({ engine: null, model: "model-3.3-70b" }),
    await model({}),
  ]).toEqual(["model-3.2-3b", "model-3.3-70b", "model-3.1-8b"]);
});

test("an operation's path, and a property that the service lacks", async () => {
  await using sim = await start(
    `
- { target: "$.paths['/v2/batches']", copy: "$.paths['/batch-inference']" }
- { target: "$.paths['/batch-inference']", remove: true }
- { target: $.components.schemas.CreateJobRequest.properties.job_priority, remove: true }`,
    "1.1.0",
  );
  const body = { inputs: ["a"], model: "model-3.2-3b" };
  expect((await sim.client.json("POST", "/v2/batches", body)).status).toBe(200);
});

test("the place of the inputs, which are read as a stream", async () => {
  await using sim = await start(`
- { target: $.components.schemas.CreateJobRequest, remove: true }
- target: $.components.schemas
  update:
    CreateJobRequest:
      type: object
      required: [job]
      properties:
        job:
          type: object
          required: [prompts]
          properties: { prompts: { type: [array, string], items: { type: string } } }
- { target: "$.paths['/batch-inference'].post['x-batch-sim'].request", remove: true }
- target: $.paths['/batch-inference'].post['x-batch-sim']
  update: { request: { inputs: body.job.prompts, modelId: { const: model-3.2-3b } } }`);
  const prompts = Array.from({ length: 5000 }, (_, row) => `prompt number ${row} of many`);
  const jobId = await sim.client.submit({ job: { prompts } });
  expect(await sim.client.follow(jobId)).toContain("SUCCEEDED");
  const { body } = await sim.client.jsonResults(jobId, { include_inputs: true });
  expect(body.inputs).toEqual(prompts);
  expect((await sim.client.job(jobId))["model"]).toBe("model-3.2-3b");
  const refused = await sim.client.create({ job: { prompts: ["a", 5] } });
  expect([refused.status, refused.body]).toEqual([
    422,
    expect.objectContaining({ errors: [expect.objectContaining({ path: "/job/prompts/1" })] }),
  ]);
});

test("fields of a response, added and taken away", async () => {
  await using sim = await start(`
- target: $.paths['/jobs/{job_id}'].get['x-batch-sim'].response.job
  update: { object: job, progress: { $eval: job.rowsCompleted / job.numRows } }
- { target: "$.paths.*.get['x-batch-sim'].response..failure_reason", remove: true }
- { target: $.components.schemas.Job.required, remove: true }
- { target: $.components.schemas.Job.properties.failure_reason, remove: true }
- target: $.components.schemas.Job.properties
  update: { object: { const: job }, progress: { type: number } }`);
  const job = await sim.client.job(await done(sim));
  expect(job).toMatchObject({ object: "job", progress: 1 });
  expect(job).not.toHaveProperty("failure_reason");
});

test("an operation more, bound to a use case that has one already, and one less", async () => {
  await using sim = await start(
    `
- { target: "$.paths['/get-quotas']", remove: true }
- { target: "$.paths['/jobs/latest']", copy: "$.paths['/list-jobs']" }
- { target: "$.paths['/jobs/latest'].get", update: { operationId: latestJobs } }`,
    "1.1.0",
  );
  expect((await sim.client.json("GET", "/get-quotas")).status).toBe(404);
  // A path without parameters takes precedence over `/jobs/{job_id}`, regardless of their order in the document.
  expect((await sim.client.json("GET", "/jobs/latest")).body).toEqual({ jobs: [] });
});

test("a path, by copying and removing", async () => {
  await using sim = await start(
    `
- { target: "$.paths['/v2/jobs/{job_id}']", copy: "$.paths['/jobs/{job_id}']" }
- { target: "$.paths['/jobs/{job_id}']", remove: true }`,
    "1.1.0",
  );
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const { body } = await sim.client.json("GET", `/v2/jobs/${jobId}`);
  expect(body).toMatchObject({ job: { job_id: jobId } });
  expect((await sim.client.json("GET", `/jobs/${jobId}`)).status).toBe(404);
});

test("a status with all values of the job", async () => {
  const status = "$.paths['/job-status/{job_id}'].get";
  await using sim = await start(`
- { target: "${status}['x-batch-sim'].response", remove: true }
- target: "${status}['x-batch-sim']"
  update: { response: { state: { $eval: state }, done: { $eval: rowsCompleted }, started: { $eval: startedAt } } }
- { target: "${status}.responses['200'].content['application/json'].schema", remove: true }
- target: "${status}.responses['200'].content['application/json']"
  update: { schema: { type: object } }`);
  const jobId = await sim.client.submit({ inputs: ["a", "b"] });
  await sim.clock.advance("1h");
  expect((await sim.client.json("GET", `/job-status/${jobId}`)).body).toEqual({
    state: "SUCCEEDED",
    done: 2,
    started: expect.stringMatching(/^2030-/),
  });
});

test("the models, their prices and context windows", async () => {
  await using sim = await start(`
- { target: "$['x-models'][?@.id == 'model-3.3-70b']", remove: true }
- { target: "$['x-models'][?@.id == 'model-3.1-8b']", update: { contextWindow: 2, inputPricePerMillionTokens: 1000000 } }
- target: $['x-models']
  update:
    id: tiny
    contextWindow: 100
    reasoning: false
    inputPricePerMillionTokens: 0
    outputPricePerMillionTokens: 0
    tokensPerSecond: 1000
    typicalOutputTokens: 5`);
  expect(await sim.client.job(await done(sim))).toMatchObject({ job_cost: expect.closeTo(2, 1) });
  expect(await sim.client.job(await done(sim, { model: "tiny" }))).toMatchObject({ job_cost: 0 });
  const jobId = await sim.client.submit({ inputs: ["more than two tokens"] });
  expect(await sim.client.follow(jobId)).toContain("FAILED");
  const { status, body } = await sim.client.create({ inputs: ["a"], model: "model-3.3-70b" });
  expect([status, body]).toMatchObject([422, { detail: expect.stringContaining("`tiny`") }]);
});

test("the default of an assumption that changes nothing in the document", async () => {
  await using sim = await start(`
- { target: "$['x-assumptions']['cancel-terminal']", update: { default: cancelled } }
- { target: "$['x-assumptions']['job-id-format']", update: { default: hex24 } }`);
  const jobId = await done(sim);
  expect(jobId).toMatch(/^[0-9a-f]{24}$/);
  await sim.client.cancel(jobId);
  expect(await sim.client.follow(jobId)).toEqual(["CANCELLING", "CANCELLED"]);
});

test("overlays are applied in order, each to what the one before made", async () => {
  const overlays = [
    await overlayFile("- { target: \"$['x-states']\", update: { queued: waiting } }"),
    await overlayFile("- { target: \"$['x-states'][?@ == 'waiting']\", update: in-line }", "1.1.0"),
    "strict",
  ];
  await using sim = await startTestSimulator({ overlays });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const { body } = await sim.client.jsonResults(jobId);
  expect(body).toMatchObject({ detail: expect.stringContaining("is in-line") });
});

test("results in a wrapper are streamed as those without one", async () => {
  await using sim = await start(`
- { target: "$.paths['/jobs/{job_id}/results'].get['x-batch-sim'].response.json.body", remove: true }
- target: $.paths['/jobs/{job_id}/results'].get['x-batch-sim'].response.json
  update: { body: { meta: { id: { $eval: jobId } }, results: [{ outputs: { $eval: outputs } }] } }
- { target: $.components.schemas.Results, remove: true }
- { target: $.components.schemas, update: { Results: { type: object } } }`);
  const inputs = Array.from({ length: 20_000 }, (_, row) => `row ${row}`);
  const jobId = await done(sim, { inputs });
  const response = await sim.client.results(jobId, { result_format: "json" });
  expect(response.headers.get("transfer-encoding")).toBe("chunked");
  const body = (await response.json()) as { meta: object; results: { outputs: string[] }[] };
  expect(body.meta).toEqual({ id: jobId });
  expect(body.results[0]?.outputs).toHaveLength(inputs.length);
});

test("a format more, with the codec of one that the program knows", async () => {
  await using sim = await start(`
- target: $.paths['/jobs/{job_id}/results'].get.parameters[?@.name == 'result_format'].schema
  update: { enum: [jsonl] }
- target: $.paths['/jobs/{job_id}/results'].get.responses['200'].content
  update: { application/jsonl: { schema: { type: string } } }
- target: $.paths['/jobs/{job_id}/results'].get['x-batch-sim'].response
  update:
    jsonl:
      codec: jsonl
      contentType: application/jsonl
      fileName: "${"$"}{jobId} été.jsonl"
      columns: { inputs: prompt, outputs: text, cumulativeLogprobs: logprob }`);
  const jobId = await done(sim);
  const { body } = await sim.client.jsonResults(jobId, {
    include_inputs: true,
    include_cumulative_logprobs: true,
  });
  const response = await sim.client.results(jobId, {
    result_format: "jsonl",
    include_inputs: true,
    include_cumulative_logprobs: true,
  });
  expect(response.headers.get("content-type")).toBe("application/jsonl");
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="${jobId} _t_.jsonl"; filename*=UTF-8''${jobId}%20%C3%A9t%C3%A9.jsonl`,
  );
  const lines = (await response.text()).split("\n");
  expect(lines.map((line) => line === "" || JSON.parse(line))).toEqual([
    ...["a", "b"].map((prompt, row) => ({
      prompt,
      text: body.outputs[row],
      logprob: body.cumulative_logprobs?.[row],
    })),
    true,
  ]);
});

test("a tuple of any length, whose first items have schemas", async () => {
  await using sim = await start(`
- target: $.components.schemas.CreateJobRequest.properties
  update: { tags: { type: array, prefixItems: [{ type: string }, { type: integer }] } }`);
  const create = async (tags: unknown[]) => sim.client.create({ inputs: ["a"], tags });
  expect((await create(["a", 1, true])).status).toBe(200);
  expect((await create([])).status).toBe(200);
  expect(await create(["a", "b"])).toMatchObject({
    status: 422,
    body: { detail: 'Expected `tags.1` to be of type integer, got `"b"` (string).' },
  });
});

const DATASET_BODY =
  "$.paths['/list-dataset-files'].post.requestBody.content['application/json'].schema";

test.each([
  { removed: "required", sent: {}, expected: "present: it is required" },
  { removed: "properties", sent: { dataset_id: 7 }, expected: "of type string, got `7` (integer)" },
])("a value that the service needs, without `$removed` in the schema", async (each) => {
  await using sim = await start(`- { target: "${DATASET_BODY}.${each.removed}", remove: true }`);
  const { status, body } = await sim.client.json("POST", "/list-dataset-files", each.sent);
  const message = `Expected \`dataset_id\` to be ${each.expected}.`;
  expect(status).toBe(422);
  expect(body).toMatchObject({ detail: message, errors: [{ path: "/dataset_id", message }] });
});
