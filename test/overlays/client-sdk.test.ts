import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// The client's requests and responses, call by call. `examples/python-sdk-dialect` is such a client.

function start(options: { yaml?: string } = {}): Promise<TestSimulator> {
  return startTestSimulator({ overlays: ["client-sdk"], ...options });
}

/** The client's request for a job: null for every unset field. */
const REQUEST = {
  model: "gemma-4-31b-it",
  inputs: ["first input", "second input"],
  job_priority: 0,
  json_schema: null,
  system_prompt: null,
  sampling_params: null,
  column_name: null,
  id_column_name: null,
  cost_estimate: false,
  random_seed_per_input: false,
  truncate_rows: true,
  name: null,
  description: null,
};

async function submit(sim: TestSimulator, more: object = {}): Promise<string> {
  const { status, body } = await sim.client.json<{ results: string }>("POST", "/batch-inference", {
    ...REQUEST,
    ...more,
  });
  expect([status, body]).toEqual([200, { results: expect.stringMatching(/^job-/) }]);
  return body.results;
}

async function results(sim: TestSimulator, jobId: string, more: object = {}): Promise<unknown> {
  const answer = await sim.client.json("POST", "/job-results", { job_id: jobId, ...more });
  expect(answer.status).toBe(200);
  return answer.body;
}

test("the base path is /v1, and a key is checked at both paths", async () => {
  await using sim = await start();
  expect(sim.baseUrl).toMatch(/:\d+\/v1$/);
  for (const path of ["/auth/check", "/try-authentication"]) {
    expect(await sim.client.json("GET", path)).toMatchObject({
      status: 200,
      body: { authenticated: true },
    });
  }
  const response = await fetch(`${sim.baseUrl}/auth/check`, { headers: { authorization: "k" } });
  expect(response.status).toBe(401);
});

test("the SDK's models are in the catalog, and a function's name is accepted as well", async () => {
  await using sim = await start();
  for (const model of ["gpt-oss-20b", "my-function"]) {
    const jobId = await submit(sim, { model });
    expect(await sim.client.job(jobId)).toMatchObject({ model });
  }
  expect(sim.report().findings.map(({ id }) => id)).not.toContain("unknown-model");
});

test("create answers the job ID as results, and the states are in upper case", async () => {
  await using sim = await start();
  const jobId = await submit(sim);
  expect(await sim.client.follow(jobId)).toEqual(["QUEUED", "STARTING", "RUNNING", "SUCCEEDED"]);
});

test("results come by POST in a wrapper, with inputs and log probabilities when asked for", async () => {
  await using sim = await start();
  const jobId = await submit(sim);
  await sim.client.follow(jobId);
  expect(await results(sim, jobId)).toEqual({
    results: { outputs: [expect.any(String), expect.any(String)] },
  });
  const all = { include_inputs: true, include_cumulative_logprobs: true };
  expect(await results(sim, jobId, all)).toEqual({
    results: {
      outputs: [expect.any(String), expect.any(String)],
      inputs: REQUEST.inputs,
      cumulative_logprobs: [expect.any(Number), expect.any(Number)],
    },
  });
});

test("a job named in the body is known to the clock, the journal and the faults", async () => {
  await using sim = await start({
    yaml: "faults: [{ name: outage, on: getResults, when: { jobState: running }, times: 1, status: 503 }]",
  });
  const jobId = await submit(sim);
  const ask = () => sim.client.json("POST", "/job-results", { job_id: jobId });
  const statuses: number[] = [];
  while (statuses.at(-1) !== 200 && statuses.length < 50) statuses.push((await ask()).status);
  expect(new Set(statuses)).toEqual(new Set([409, 503, 200]));
  const asked = sim.exchanges().filter(({ operationId }) => operationId === "getResults");
  expect(new Set(asked.map((exchange) => exchange.jobId))).toEqual(new Set([jobId]));
});

test("a body that is no JSON, or names no job, is answered as any other", async () => {
  await using sim = await start();
  const send = (body: string) =>
    sim.client.request("POST", "/job-results", {
      body,
      headers: { "content-type": "application/json" },
    });
  const answers = [
    await send("{"),
    await send("{}"),
    await send('{"job_id":7}'),
    await send('{"job_id":"no"}'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 404]);
});

test("a job is cancelled by GET at base_url", async () => {
  await using sim = await start();
  const jobId = await submit(sim);
  const { status, body } = await sim.client.json("GET", `/job-cancel/${jobId}`);
  expect([status, body]).toEqual([
    200,
    {
      cancelled: true,
      message: `Job ${jobId} is being cancelled. The job status endpoint shows details.`,
    },
  ]);
  expect(await sim.client.follow(jobId)).toEqual(["CANCELLING", "CANCELLED"]);
  expect((await sim.client.json("GET", "/job-cancel/job-none")).status).toBe(404);
});

test.each([["cost_estimate"], ["dryrun"]])(
  "%s asks for a cost estimate, a number on the job record",
  async (field) => {
    await using sim = await start();
    const jobId = await submit(sim, { cost_estimate: undefined, [field]: true });
    await sim.client.follow(jobId);
    const job = await sim.client.job(jobId);
    expect(job).toMatchObject({ dryrun: true, cost_estimate: expect.any(Number) });
    const { body } = await sim.client.json("GET", "/list-jobs");
    expect(body).toEqual({ jobs: [job] });
  },
);

test("name and description are on the job record, up to 45 and 512 characters", async () => {
  await using sim = await start();
  const most = { name: "n".repeat(45), description: "d".repeat(512) };
  expect(await sim.client.job(await submit(sim, most))).toMatchObject({
    ...most,
    cost_estimate: null,
  });
  const { status, body } = await sim.client.create({
    ...REQUEST,
    name: "n".repeat(46),
    description: "d".repeat(513),
  });
  expect([status, body]).toEqual([
    422,
    {
      detail: expect.stringContaining("`name`"),
      errors: [
        { path: "/name", message: expect.any(String) },
        { path: "/description", message: expect.any(String) },
      ],
    },
  ]);
});

test("content of a reasoning output is an object if there is a schema, and otherwise a string", async () => {
  await using sim = await start();
  const schema = { type: "object", properties: { label: { type: "string" } }, required: ["label"] };
  const contents: unknown[] = [];
  for (const json_schema of [schema, null]) {
    const jobId = await submit(sim, { model: "model-3.1-32b-reasoning", json_schema });
    await sim.client.follow(jobId);
    const body = (await results(sim, jobId)) as { results: { outputs: string[] } };
    contents.push(JSON.parse(body.results.outputs[0] ?? "").content);
  }
  expect(contents).toEqual([{ label: expect.any(String) }, expect.any(String)]);
});

test("null is refused in every optional field where the assumption says so", async () => {
  await using sim = await start({ yaml: "assumptions: { null-fields: refused }" });
  const { status, body } = await sim.client.create(REQUEST);
  const nulls = Object.entries(REQUEST).filter(([, value]) => value === null);
  const { errors } = body as unknown as { errors: { path: string }[] };
  expect(status).toBe(422);
  expect(errors.map(({ path }) => path).sort()).toEqual(nulls.map(([name]) => `/${name}`).sort());
});

const SLOW = "profiles: [{ queued: 2s, starting: 0s, running: 1s }]";

test("the progress stream has heartbeats while nothing changes, until the connection closes", async () => {
  await using sim = await start({ yaml: SLOW });
  const jobId = await submit(sim, { inputs: ["only input"] });
  const response = await sim.client.request("GET", `/stream-job-progress/${jobId}`);
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  const progress = (result: number) => ({ update_type: "progress", result });
  const tokens = (inputs: unknown, outputs: unknown, speed: unknown) => ({
    update_type: "tokens",
    result: {
      input_tokens: inputs,
      output_tokens: outputs,
      total_tokens_processed_per_second: speed,
    },
  });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    ...[progress(0), tokens(0, 0, 0)],
    { update_type: "heartbeat" },
    ...[progress(0), tokens(0, 0, 0)],
    ...[progress(1), tokens(3, expect.any(Number), expect.any(Number))],
  ]);
});

test("a column of IDs is carried into the results", async () => {
  await using sim = await start();
  const { url } = await sim.control.files.put("rows.csv", "id,text\n7,first\n8,second\n");
  const more = { inputs: url, column_name: "text", id_column_name: "id", job_priority: 1 };
  const jobId = await submit(sim, more);
  await sim.client.follow(jobId);
  expect(await results(sim, jobId, { include_inputs: true })).toEqual({
    results: {
      id: [7, 8],
      outputs: [expect.any(String), expect.any(String)],
      inputs: ["first", "second"],
    },
  });
});

test("the rows of a function are objects", async () => {
  await using sim = await start();
  const inputs = [{ review: "Great product", stars: 5 }, { review: "Never again" }, "text"];
  const jobId = await submit(sim, { model: "my-function", inputs });
  await sim.client.follow(jobId);
  expect(await results(sim, jobId, { include_inputs: true })).toMatchObject({
    results: {
      inputs,
      outputs: [expect.any(String), expect.any(String), expect.any(String)],
      confidence_score: [expect.any(Number), expect.any(Number), expect.any(Number)],
    },
  });
  const { status, body } = await sim.client.create({ ...REQUEST, inputs: [3] });
  expect([status, body]).toMatchObject([
    422,
    { detail: "Expected `inputs.0` to be of type string or object, got `3` (integer)." },
  ]);
});
