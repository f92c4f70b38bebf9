import { expect, test } from "@jest/globals";
import { unzip } from "../codec/unzip.ts";
import { startTestSimulator } from "../support/simulator.ts";

// One test for each rule of the service's interface document, in order; the number is the part's.

const INPUTS = ["The battery lasts two days.", "Screen broke in a week.", "Fine for the price."];

test("2: a job has a unique identifier, returned at creation and used in the paths of other operations", async () => {
  await using sim = await startTestSimulator();
  const first = await sim.client.submit({ inputs: INPUTS });
  const second = await sim.client.submit({ inputs: INPUTS });
  expect(first).not.toBe(second);
  expect(await sim.client.state(first)).toBe("QUEUED");
});

test("2: results hold one output an input, in the order of the inputs", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  const { body } = await sim.client.jsonResults(jobId, { include_inputs: true });
  expect(body.inputs).toEqual(INPUTS);
  expect(body.outputs).toHaveLength(3);
  const reversed = await sim.client.submit({ inputs: [...INPUTS].reverse() });
  expect((await sim.client.jsonResults(reversed)).body.outputs).toEqual(
    [...body.outputs].reverse(),
  );
});

test("2, output content rule 1: without json_schema each output is text", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const { body } = await sim.client.jsonResults(await sim.client.submit({ inputs: INPUTS }));
  for (const output of body.outputs) {
    expect(output.length).toBeGreaterThan(20);
    expect(() => JSON.parse(output)).toThrow();
  }
});

const SCHEMA = {
  type: "object",
  properties: {
    sentiment: { enum: ["positive", "negative"] },
    score: { type: "integer", minimum: 1, maximum: 5 },
  },
  required: ["sentiment", "score"],
  additionalProperties: false,
};

function expectConforming(value: unknown): void {
  expect(value).toEqual({
    sentiment: expect.stringMatching(/^(positive|negative)$/),
    score: expect.any(Number),
  });
  expect([1, 2, 3, 4, 5]).toContain((value as { score: number }).score);
}

test("2, output content rule 2: with json_schema each output is a string holding JSON that conforms", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const jobId = await sim.client.submit({ inputs: INPUTS, json_schema: SCHEMA });
  const { body } = await sim.client.jsonResults(jobId);
  for (const output of body.outputs) expectConforming(JSON.parse(output));
});

test("2, output content rule 3: a reasoning model's output holds content and reasoning_content, with a schema and without", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const model = "model-3.1-32b-reasoning";
  const plain = await sim.client.jsonResults(await sim.client.submit({ inputs: INPUTS, model }));
  for (const output of plain.body.outputs) {
    expect(JSON.parse(output)).toEqual({
      content: expect.any(String),
      reasoning_content: expect.any(String),
    });
  }
  const structured = await sim.client.jsonResults(
    await sim.client.submit({ inputs: INPUTS, model, json_schema: SCHEMA }),
  );
  for (const output of structured.body.outputs) {
    const { content, reasoning_content, ...rest } = JSON.parse(output);
    expect(rest).toEqual({});
    expect(typeof reasoning_content).toBe("string");
    expectConforming(JSON.parse(content));
  }
});

test("3: a cancel request moves an active job to CANCELLING, and from there to CANCELLED", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.cancel(jobId);
  expect(await sim.client.state(jobId)).toBe("CANCELLING");
  await sim.clock.advance("1s");
  expect(await sim.client.state(jobId)).toBe("CANCELLED");
});

test("3: a cancel request moves a terminal job to CANCELLING too, and from there to a terminal state", async () => {
  await using sim = await startTestSimulator({ scenario: "instant", clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  expect(await sim.client.state(jobId)).toBe("SUCCEEDED");
  await using slow = await startTestSimulator({ clock: "manual" });
  const done = await slow.client.submit({ inputs: INPUTS });
  await slow.clock.advance("1h");
  expect(await slow.client.state(done)).toBe("SUCCEEDED");
  await slow.client.cancel(done);
  expect(await slow.client.state(done)).toBe("CANCELLING");
  await slow.clock.advance("1s");
  expect(await slow.client.state(done)).toBe("SUCCEEDED");
});

test("3, rule 1: results can be retrieved only of a job that completed successfully", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  const early = await sim.client.jsonResults(jobId);
  expect(early.status).toBe(409);
  expect(early.body).toEqual({
    detail: `Job \`${jobId}\` is QUEUED, so its results are not ready.`,
  });
  await sim.clock.advance("1h");
  expect((await sim.client.jsonResults(jobId)).status).toBe(200);
  await sim.client.cancel(jobId);
  const cancelling = await sim.client.jsonResults(jobId);
  expect(cancelling.status).toBe(409);
  expect(cancelling.body).toEqual({
    detail: `Job \`${jobId}\` is CANCELLING; only a job that completed successfully has results.`,
  });
});

test("3: a failed job says why, and has no results", async () => {
  await using sim = await startTestSimulator({ scenario: "job-fails-midway" });
  const jobId = await sim.client.submit({
    inputs: Array.from({ length: 10 }, (_, i) => `row ${i}`),
  });
  expect(await sim.client.follow(jobId)).toEqual(["QUEUED", "STARTING", "RUNNING", "FAILED"]);
  const job = await sim.client.job(jobId);
  expect(job["rows_completed"]).toBe(6);
  expect(job["failure_reason"]).toEqual({ message: expect.any(String) });
  expect((await sim.client.jsonResults(jobId)).body).toEqual({
    detail: `Job \`${jobId}\` is FAILED; only a job that completed successfully has results.`,
  });
});

test("4.1: create answers with the job_id alone", async () => {
  await using sim = await startTestSimulator();
  const { status, body } = await sim.client.create({ inputs: INPUTS });
  expect(status).toBe(200);
  expect(body).toEqual({
    job_id: expect.stringMatching(/^job-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  });
});

test("4.1: fields that are left out have the documented defaults", async () => {
  await using sim = await startTestSimulator();
  const job = await sim.client.job(await sim.client.submit({ inputs: INPUTS }));
  expect(job).toMatchObject({ model: "model-3.1-8b", job_priority: 0, dryrun: false });
});

test("4.1: only 0 and 1 are accepted as job_priority", async () => {
  await using sim = await startTestSimulator();
  for (const job_priority of [0, 1])
    expect((await sim.client.create({ inputs: INPUTS, job_priority })).status).toBe(200);
  const { status, body } = await sim.client.create({ inputs: INPUTS, job_priority: 2 });
  expect(status).toBe(422);
  const message = "Expected `job_priority` to be one of `0`, `1`, got `2` (integer).";
  expect(body).toEqual({ detail: message, errors: [{ path: "/job_priority", message }] });
});

test("4.1 and 8: with a dataset ID or a URL only job_priority 1 is accepted, so leaving it out is refused", async () => {
  await using sim = await startTestSimulator();
  const why = "If `inputs` is a dataset ID or a URL, `job_priority` must be 1.";
  for (const inputs of ["dataset-1", "https://files.example/rows.csv"]) {
    const missing = await sim.client.create({ inputs });
    expect(missing.status).toBe(422);
    expect(missing.body).toMatchObject({
      detail: `Expected \`job_priority\` to be present: it is required. ${why}`,
    });
    const zero = await sim.client.create({ inputs, job_priority: 0 });
    expect(zero.body).toMatchObject({
      detail: `Expected \`job_priority\` to be \`1\`, got \`0\` (integer). ${why}`,
    });
  }
});

test("4.1: a dry run answers with a cost estimate, runs nothing and has no results", async () => {
  await using sim = await startTestSimulator();
  const { body } = await sim.client.create({
    inputs: INPUTS,
    dryrun: true,
    sampling_params: { max_tokens: 10 },
  });
  // 7 + 6 + 5 tokens of four bytes each, 10 tokens out a row, at 0.02 and 0.05 dollars a million.
  const estimate = { input_tokens: 18, output_tokens: 30, cost_usd: 0.00000186 };
  expect(body).toEqual({ job_id: expect.any(String), cost_estimate: estimate });
  expect(await sim.client.follow(body.job_id)).toContain("SUCCEEDED");
  expect(await sim.client.job(body.job_id)).toMatchObject({
    dryrun: true,
    cost_estimate: estimate,
    rows_completed: 0,
    output_tokens: 0,
    job_cost: 0,
  });
  const results = await sim.client.jsonResults(body.job_id);
  expect(results.status).toBe(409);
  expect(results.body).toEqual({
    detail: `Job \`${body.job_id}\` was a dry run, so it has a cost estimate but no results.`,
  });
});

test("4.1: random_seed_per_input gives equal inputs different outputs; without it they are equal", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const inputs = ["same", "same", "same"];
  const equal = await sim.client.jsonResults(await sim.client.submit({ inputs }));
  expect(new Set(equal.body.outputs).size).toBe(1);
  const diverse = await sim.client.jsonResults(
    await sim.client.submit({ inputs, random_seed_per_input: true }),
  );
  expect(new Set(diverse.body.outputs).size).toBe(3);
});

test("4.1 and 8: a row over the context window is truncated to what fits only when truncate_rows is true", async () => {
  await using sim = await startTestSimulator();
  const request = {
    inputs: ["short", "ab".repeat(5000)],
    model: "model-3.2-3b",
    system_prompt: "Be brief, please",
  };
  const failing = await sim.client.submit(request);
  expect(await sim.client.follow(failing)).toEqual(["QUEUED", "STARTING", "FAILED"]);
  expect((await sim.client.job(failing))["failure_reason"]).toEqual({
    message:
      "Row 1 has 2500 tokens, but the model `model-3.2-3b` accepts at most 2044 in addition to the system prompt. Shorten the row, or set `truncate_rows`.",
  });
  const truncated = await sim.client.submit({ ...request, truncate_rows: true });
  await sim.client.follow(truncated);
  const { body } = await sim.client.jsonResults(truncated, { include_inputs: true });
  expect(body.inputs).toEqual(["short", "ab".repeat(2044 * 2)]);
});

test("8: a system prompt that leaves no room for a row is refused, even if rows are truncated", async () => {
  await using sim = await startTestSimulator();
  const request = { inputs: ["a"], model: "model-3.1-8b", truncate_rows: true };
  const message =
    "Expected `system_prompt` to have fewer than 8192 tokens, the context window of the model `model-3.1-8b`, got 9000. Shorten the system prompt.";
  expect(
    await sim.client.create({ ...request, system_prompt: "a".repeat(9000 * 4) }),
  ).toMatchObject({
    status: 422,
    body: { detail: message, errors: [{ path: "/system_prompt", message }] },
  });
  const fitting = { ...request, system_prompt: "a".repeat(8191 * 4) };
  expect((await sim.client.create(fitting)).status).toBe(200);
});

test("4.2: result_format is required and has no default", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  const missing = await sim.client.json("GET", `/jobs/${jobId}/results`);
  const message = "Expected `result_format` to be present: it is required.";
  expect(missing).toMatchObject({
    status: 422,
    body: { detail: message, errors: [{ path: "query.result_format", message }] },
  });
  const wrong = await sim.client.json(
    "GET",
    `/jobs/${jobId}/results?result_format=xml&include_inputs=perhaps`,
  );
  const problems = [
    {
      path: "query.result_format",
      message:
        'Expected `result_format` to be one of `csv`, `parquet`, `json`, got `"xml"` (string).',
    },
    {
      path: "query.include_inputs",
      message: 'Expected `include_inputs` to be of type boolean, got `"perhaps"` (string).',
    },
  ];
  expect(wrong.body).toEqual({
    detail: `${problems[0]?.message} (and 1 more problem)`,
    errors: problems,
  });
});

test("4.2: the json format is an object of outputs, and of inputs and cumulative_logprobs when requested", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  const plain = await sim.client.results(jobId, { result_format: "json" });
  expect(plain.headers.get("content-type")).toBe("application/json");
  expect(plain.headers.get("content-disposition")).toBe(`attachment; filename="${jobId}.json"`);
  expect(Object.keys((await plain.json()) as object)).toEqual(["outputs"]);
  const full = await sim.client.jsonResults(jobId, {
    include_inputs: true,
    include_cumulative_logprobs: true,
  });
  expect(Object.keys(full.body)).toEqual(["outputs", "inputs", "cumulative_logprobs"]);
  expect(full.body.cumulative_logprobs).toHaveLength(3);
});

test("4.2: the csv format is a ZIP of one CSV, its outputs column named after the job_id", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const jobId = await sim.client.submit({ inputs: ['say "hi",\nplease', "b"] });
  const response = await sim.client.results(jobId, {
    result_format: "csv",
    include_inputs: true,
    include_cumulative_logprobs: true,
  });
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${jobId}.zip"`);
  const [file, ...others] = await unzip(Buffer.from(await response.arrayBuffer()));
  expect(others).toEqual([]);
  expect(file?.name).toBe(`${jobId}.csv`);
  expect(file?.text.split("\r\n")[0]).toBe(`inputs,${jobId},cumulative_logprobs`);
  expect(file?.text).toContain('\r\n"say ""hi"",\nplease",');
  const [bare] = await unzip(await sim.client.file(jobId, "csv"));
  expect(bare?.text.split("\r\n")[0]).toBe(jobId);
});

test("4.3: cancel answers with cancelled and a message, of any job that exists", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  expect(await sim.client.cancel(jobId)).toMatchObject({
    status: 200,
    body: {
      cancelled: true,
      message: `Job ${jobId} is being cancelled. The job status endpoint shows details.`,
    },
  });
});

test("4.3, rule 2, and 7: cancel of an unknown job answers 404 with a detail message", async () => {
  await using sim = await startTestSimulator();
  const { status, body } = await sim.client.cancel("job-1");
  expect([status, body]).toEqual([404, { detail: "Job `job-1` does not exist." }]);
});

test("5: every operation requires the Authorization header, and says what is wrong with it", async () => {
  await using sim = await startTestSimulator();
  const form = "Send the header `Authorization: Key <API_KEY>`.";
  const detailFor = async (headers: Record<string, string>): Promise<unknown> => {
    const response = await fetch(`${sim.baseUrl}/try-authentication`, { headers });
    return [response.status, ((await response.json()) as { detail: string }).detail];
  };
  expect(await detailFor({})).toEqual([401, `The \`Authorization\` header is missing. ${form}`]);
  expect(await detailFor({ authorization: "Bearer abc" })).toEqual([
    401,
    `The \`Authorization\` header has the scheme \`Bearer\` instead of \`Key\`. ${form}`,
  ]);
  expect(await detailFor({ authorization: "abcdef" })).toEqual([
    401,
    `The \`Authorization\` header has no scheme before the key. ${form}`,
  ]);
  expect(await detailFor({ authorization: "Key\tabc" })).toEqual([
    401,
    `The \`Authorization\` header has whitespace other than a single space after \`Key\`. ${form}`,
  ]);
  expect(await detailFor({ authorization: "Key" })).toEqual([401, `The API key is empty. ${form}`]);
  expect(await detailFor({ authorization: "Key  abc" })).toEqual([
    401,
    `There is more than one space before the API key. ${form}`,
  ]);
  expect(await sim.client.json("GET", "/try-authentication")).toMatchObject({
    status: 200,
    body: { authenticated: true },
  });
});

test("9: the cancel path carries the prefix /v1; create and results carry none", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  const prefixed = await sim.client.json("GET", `/v1/jobs/${jobId}/results?result_format=json`);
  expect(prefixed.status).toBe(404);
  const bare = await sim.client.json("GET", `/job-cancel/${jobId}`);
  expect(bare).toMatchObject({
    status: 404,
    body: {
      detail: `No operation is served at GET \`/job-cancel/${jobId}\`. The nearest operation is GET /v1/job-cancel/{job_id}.`,
    },
  });
});
