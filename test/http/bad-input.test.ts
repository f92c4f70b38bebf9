import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

/** Sends a body unchanged; returns the response, and the number of jobs afterward. */
async function send(sim: TestSimulator, body: string, contentType?: string): Promise<unknown> {
  const headers = contentType === undefined ? {} : { "content-type": contentType };
  const response = await sim.client.request("POST", "/batch-inference", {
    body: Buffer.from(body),
    headers,
  });
  const { body: list } = await sim.client.json<{ jobs: unknown[] }>("GET", "/list-jobs");
  expect(list.jobs).toEqual([]);
  return [response.status, ((await response.json()) as { detail: string }).detail];
}

test("malformed JSON is an invalid request that says where it broke", async () => {
  await using sim = await startTestSimulator();
  expect(await send(sim, '{"inputs": ["a",]}', "application/json")).toEqual([
    422,
    expect.stringMatching(/^Failed to parse the body as JSON: .*\.$/),
  ]);
  expect(await send(sim, "", "application/json")).toEqual([
    422,
    expect.stringContaining("Failed to parse the body as JSON"),
  ]);
});

test("a wrong or missing Content-Type is an invalid request that says what was found", async () => {
  await using sim = await startTestSimulator();
  expect(await send(sim, '{"inputs": ["a"]}', "application/x-www-form-urlencoded")).toEqual([
    422,
    "Expected the header `content-type` to be `application/json`, got `application/x-www-form-urlencoded`.",
  ]);
  expect(await send(sim, '{"inputs": ["a"]}')).toEqual([
    422,
    "Expected the header `content-type` to be `application/json`, got nothing.",
  ]);
});

test("a body over the limit is answered with 413", async () => {
  await using sim = await startTestSimulator({ maxBodyBytes: 1000 });
  const body = JSON.stringify({ inputs: ["x".repeat(2000)] });
  expect(await send(sim, body, "application/json")).toEqual([
    413,
    expect.stringMatching(/^Expected a body of at most 1000 bytes/),
  ]);
});

test("every problem is named in one answer, with its field, what was expected and what was found", async () => {
  await using sim = await startTestSimulator();
  const { status, body } = await sim.client.create({
    inputs: ["ok", 7, "ok", "ok", "ok", null],
    model: 5,
    dryrun: "yes",
    json_schema: [],
    sampling_params: { temperature: -1, top_p: 2, max_tokens: 0, stop: 3 },
    truncate_rows: 1,
  });
  expect(status).toBe(422);
  expect((body as unknown as { errors: unknown }).errors).toEqual([
    { path: "/inputs/1", message: "Expected `inputs.1` to be of type string, got `7` (integer)." },
    { path: "/inputs/5", message: "Expected `inputs.5` to be of type string, got `null`." },
    { path: "/model", message: "Expected `model` to be of type string, got `5` (integer)." },
    {
      path: "/json_schema",
      message: "Expected `json_schema` to be of type object, got `[]` (array).",
    },
    {
      path: "/sampling_params/temperature",
      message: "Expected `sampling_params.temperature` to be at least 0, got `-1` (integer).",
    },
    {
      path: "/sampling_params/top_p",
      message: "Expected `sampling_params.top_p` to be at most 1, got `2` (integer).",
    },
    {
      path: "/sampling_params/max_tokens",
      message: "Expected `sampling_params.max_tokens` to be at least 1, got `0` (integer).",
    },
    {
      path: "/sampling_params/stop",
      message: "Expected `sampling_params.stop` to be of type string or array, got `3` (integer).",
    },
    { path: "/dryrun", message: 'Expected `dryrun` to be of type boolean, got `"yes"` (string).' },
    {
      path: "/truncate_rows",
      message: "Expected `truncate_rows` to be of type boolean, got `1` (integer).",
    },
  ]);
});

test("inputs that are neither a list nor a string, or missing, are refused", async () => {
  await using sim = await startTestSimulator();
  expect((await sim.client.create({})).body).toMatchObject({
    detail: "Expected `inputs` to be present: it is required.",
  });
  expect((await sim.client.create({ inputs: { a: 1 } })).body).toMatchObject({
    detail: 'Expected `inputs` to be of type array or string, got `{"a":1}` (object).',
  });
  expect((await sim.client.create(["a"])).body).toMatchObject({
    detail: 'Expected the request body to be of type object, got `["a"]` (array).',
  });
});

test("a required field or parameter under another name is named", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const message =
    "Expected `inputs` to be present: it is required. Got `input`; did you mean `inputs`?";
  expect((await sim.client.create({ input: ["a"] })).body).toEqual({
    detail: message,
    errors: [{ path: "/inputs", message }],
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  expect((await sim.client.json("GET", `/jobs/${jobId}/results?format=json`)).body).toMatchObject({
    detail:
      "Expected `result_format` to be present: it is required. Got `format`; did you mean `result_format`?",
  });
  expect((await sim.client.create({ job_priority: 0 })).body).toMatchObject({
    detail: "Expected `inputs` to be present: it is required.",
  });
});

test("a json_schema that is not a schema is rejected with its location", async () => {
  await using sim = await startTestSimulator();
  const { status, body } = await sim.client.create({
    inputs: ["a"],
    json_schema: { type: "object", properties: { age: { type: "strin" } } },
  });
  expect(status).toBe(422);
  const [error] = (body as unknown as { errors: { path: string; message: string }[] }).errors;
  expect(error?.path).toBe("/json_schema/properties/age/type");
});

test("problems are found in steps: the spec's schemas, then the model and the json_schema", async () => {
  await using sim = await startTestSimulator();
  const pathsOf = async (more: object): Promise<unknown> => {
    const body = { inputs: ["a"], model: "zzz", json_schema: { type: "strng" }, ...more };
    return (
      await sim.client.json<{ errors: { path: string }[] }>("POST", "/batch-inference", body)
    ).body.errors.map(({ path }) => path);
  };
  expect(await pathsOf({ job_priority: 5 })).toEqual(["/job_priority"]);
  const schema = { type: "object", properties: { a: { type: "strng" }, b: { type: "intger" } } };
  expect(await pathsOf({ json_schema: schema })).toEqual([
    "/model",
    "/json_schema/properties/a/type",
  ]);
});

test("an unknown path is answered with 404 and the nearest operation", async () => {
  await using sim = await startTestSimulator();
  const { status, body } = await sim.client.json("GET", "/jobs/job-1/result?result_format=json");
  expect(status).toBe(404);
  expect(body).toEqual({
    detail:
      "No operation is served at GET `/jobs/job-1/result`. The nearest operation is GET /jobs/{job_id}/results.",
  });
});

test("a wrong method is answered with 405 and Allow", async () => {
  await using sim = await startTestSimulator();
  const response = await sim.client.request("DELETE", "/jobs/job-1");
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD");
  expect(await response.json()).toEqual({
    detail: "DELETE is not served at `/jobs/job-1`. Use GET or HEAD.",
  });
});

test("an unknown job is answered with 404 and detail by every operation that names one", async () => {
  await using sim = await startTestSimulator();
  for (const path of [
    "/jobs/job-1",
    "/job-status/job-1",
    "/jobs/job-1/results?result_format=csv",
    "/stream-job-progress/job-1",
  ]) {
    const { status, body } = await sim.client.json("GET", path);
    expect([path, status, body]).toEqual([path, 404, { detail: "Job `job-1` does not exist." }]);
  }
});

test("a job id with odd characters is only unknown, never an error of ours", async () => {
  await using sim = await startTestSimulator();
  for (const id of ["%00", "%zz", "..%2f..", "a%20b", "%F0%9F%98%80", "__proto__", "constructor"]) {
    expect((await sim.client.json("GET", `/job-status/${id}`)).status).toBe(404);
  }
});

test("a key never sees another key's jobs", async () => {
  await using sim = await startTestSimulator();
  const jobId = await sim.client.submit({ inputs: ["mine"] });
  const other = sim.clientOf("other-key");
  for (const path of [
    `/jobs/${jobId}`,
    `/job-status/${jobId}`,
    `/jobs/${jobId}/results?result_format=json`,
  ]) {
    expect((await other.json("GET", path)).status).toBe(404);
  }
  expect((await other.cancel(jobId)).status).toBe(404);
  expect((await other.json("GET", "/list-jobs")).body).toEqual({ jobs: [] });
  expect(await other.submit({ inputs: ["mine"] })).not.toBe(jobId);
});

test("with apiKeys, an unknown key is forbidden", async () => {
  await using sim = await startTestSimulator({ apiKeys: ["first", "second"] });
  expect(sim.apiKey).toBe("first");
  expect((await sim.clientOf("second").json("GET", "/list-jobs")).status).toBe(200);
  const { status, body } = await sim.clientOf("third").json("GET", "/list-jobs");
  expect([status, body]).toEqual([403, { detail: "The API key is unknown." }]);
});

test("keys are not kept whole in the journal", async () => {
  await using sim = await startTestSimulator();
  await sim.clientOf("a-secret-key-that-nobody-may-see").json("GET", "/list-jobs");
  const [exchange] = sim.allExchanges;
  expect(exchange?.request.headers["authorization"]).toBe("Key ***-see");
  expect(JSON.stringify(sim.allExchanges)).not.toContain("secret");
});

test("a plain field in place of a file is an invalid request", async () => {
  await using sim = await startTestSimulator();
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const form = new FormData();
  form.set("dataset_id", body.dataset_id);
  form.set("file", "inputs\none\n");
  const response = await sim.client.request("POST", "/upload-to-dataset", { body: form });
  const message =
    "Expected `file` to be a file, got a plain field. Send it with a file name, as `curl -F file=@rows.csv` does.";
  expect([response.status, await response.json()]).toEqual([
    422,
    { detail: message, errors: [{ path: "/file", message }] },
  ]);
});

test("two files in one upload are an invalid request, so that neither is lost", async () => {
  await using sim = await startTestSimulator();
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const form = new FormData();
  form.set("dataset_id", body.dataset_id);
  for (const name of ["a.csv", "b.csv"]) form.append("file", new Blob(["inputs\none\n"]), name);
  const response = await sim.client.request("POST", "/upload-to-dataset", { body: form });
  const message =
    "Expected `file` to be one file, got `a.csv` and `b.csv`. Send each file in a separate request.";
  expect([response.status, await response.json()]).toEqual([
    422,
    { detail: message, errors: [{ path: "/file", message }] },
  ]);
  const [found] = sim.report().findings;
  expect([found?.id, found?.severity, found?.assumption]).toEqual([
    "invalid-request",
    "warning",
    "dataset-operations",
  ]);
});

test.each([
  ['{"inputs": ["a"], "job_priority": 1e999}', "job_priority", "integer"],
  ['{"inputs": ["a"], "sampling_params": {"top_p": -1e999}}', "sampling_params.top_p", "number"],
])("a number that a double can't hold is described as such: %s", async (body, name, type) => {
  await using sim = await startTestSimulator();
  expect(await send(sim, body, "application/json")).toEqual([
    422,
    `Expected \`${name}\` to be of type ${type}, got a number beyond the range of a double.`,
  ]);
});

test("only the first problem of a body with thousands of values is reported", async () => {
  await using sim = await startTestSimulator();
  const stop = Array.from({ length: 2000 }, () => 1);
  const { body } = await sim.client.create({ inputs: ["a"], sampling_params: { stop } });
  const message = "Expected `sampling_params.stop.0` to be of type string, got `1` (integer).";
  expect(body).toEqual({
    detail: message,
    errors: [{ path: "/sampling_params/stop/0", message }],
  });
});
