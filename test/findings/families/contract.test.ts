import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../../support/simulator.ts";
import { idsIn } from "../support.ts";

const INPUTS = ["Great product", "Never again"];

test("a client that follows the interface document has only findings about assumptions", async () => {
  await using sim = await startTestSimulator();
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.follow(jobId);
  await sim.client.jsonResults(jobId);
  const { findings, summary } = sim.report();
  expect(findings.map(({ id, assumption }) => `${id} ${assumption}`)).toEqual([
    "assumption-relied-on create-status",
    "assumption-relied-on job-id-format",
    "assumption-relied-on status-operation",
    "assumption-relied-on job-states",
    "assumption-relied-on results-status",
  ]);
  expect(summary).toEqual({
    errors: 0,
    pending: 0,
    warnings: 0,
    infos: 5,
    expected: 0,
    sandboxes: 1,
    exchanges: 6,
    jobs: 1,
  });
});

test("invalid-request: every problem of a request, with its location and the relevant part of the document", async () => {
  await using sim = await startTestSimulator();
  await sim.client.create({ inputs: [1], job_priority: 7 });
  await sim.client.results("job-x", {});
  expect(
    sim
      .report()
      .findings.filter(({ id }) => id === "invalid-request")
      .map(({ severity, sentence, section, exchanges }) => [
        severity,
        sentence,
        section,
        exchanges,
      ]),
  ).toEqual([
    [
      "error",
      "POST /batch-inference, `/inputs/0` in the body: Expected `inputs.0` to be of type string, got `1` (integer).",
      "4.1",
      [1],
    ],
    [
      "error",
      "POST /batch-inference, `/job_priority` in the body: Expected `job_priority` to be one of `0`, `1`, got `7` (integer).",
      "4.1",
      [1],
    ],
    [
      "error",
      "GET /jobs/job-x/results, `query.result_format`: Expected `result_format` to be present: it is required.",
      "4.2",
      [2],
    ],
  ]);
});

test("unknown-operation: a browser's preflight request; with the option `cors`, it is fine", async () => {
  for (const cors of [false, true]) {
    await using sim = await startTestSimulator({ cors });
    const headers = { origin: "http://page.example", "access-control-request-method": "POST" };
    await fetch(`${sim.baseUrl}/batch-inference`, { method: "OPTIONS", headers });
    const found = sim.report().findings.map(({ id, sentence }) => [id, sentence]);
    const sentence =
      "OPTIONS /batch-inference: OPTIONS is not served at `/batch-inference`. Use POST. For a web page, set batch-sim's option `cors`.";
    expect(found).toEqual(cors ? [] : [["unknown-operation", sentence]]);
  }
});

test("the same mistake made again is one finding", async () => {
  await using sim = await startTestSimulator();
  await sim.client.create({});
  await sim.client.state(await sim.client.submit({ inputs: INPUTS }));
  await sim.client.create({});
  const [finding] = sim.report().findings;
  expect(finding).toMatchObject({ id: "invalid-request", exchanges: [1, 4], exchangeCount: 2 });
});

test("key-malformed: a missing key, or another scheme; a key in the documented form is fine", async () => {
  await using sim = await startTestSimulator();
  await fetch(`${sim.baseUrl}/list-jobs`);
  await sim.client.request("GET", "/list-jobs", { headers: { authorization: "Bearer sim-key" } });
  await sim.client.json("GET", "/list-jobs");
  const found = sim.report().findings.filter(({ severity }) => severity === "error");
  expect(found.map(({ id, sandbox, sentence }) => [id, sandbox, sentence])).toEqual([
    [
      "key-malformed",
      "default",
      "GET /list-jobs: The `Authorization` header is missing. Send the header `Authorization: Key <API_KEY>`.",
    ],
    [
      "key-malformed",
      "default",
      "GET /list-jobs: The `Authorization` header has the scheme `Bearer` instead of `Key`. Send the header `Authorization: Key <API_KEY>`.",
    ],
  ]);
});

test("key-unknown: a key that is not accepted; an accepted key is fine", async () => {
  await using sim = await startTestSimulator({ apiKeys: ["known"] });
  await sim.client.json("GET", "/list-jobs");
  expect(idsIn(sim)).toEqual([]);
  await sim.clientOf("other").json("GET", "/list-jobs");
  expect(idsIn(sim)).toEqual(["key-unknown"]);
});

test("wrong-address: a cancel request to base_url; to deployment_url, it is fine", async () => {
  await using sim = await startTestSimulator({ deploymentPort: 0 });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.cancel(jobId);
  await sim.client.follow(jobId);
  expect(idsIn(sim)).toEqual([]);
  await sim.client.json("GET", `/v1/job-cancel/${jobId}`);
  const [found] = sim.report().findings;
  expect([found?.id, found?.sentence]).toEqual([
    "wrong-address",
    `GET /v1/job-cancel/${jobId}: GET /v1/job-cancel/{job_id} is served at the deployment's address, but the request was sent to the service's address.`,
  ]);
});

test.each([
  [{}, ["wrong-address", "unknown-operation"]],
  [{ deploymentPort: 0 }, ["wrong-address", "wrong-address", "unknown-operation"]],
])("wrong-address: one URL's path with the other URL's base path: %j", async (ports, expected) => {
  await using sim = await startTestSimulator({ basePath: "/api/v9", ...ports });
  // With a single address, the second URL is the right one.
  for (const url of [
    `${sim.baseUrl}/v1/job-cancel/job-1`,
    `${sim.deploymentUrl}/api/v9/list-jobs`,
    `${sim.baseUrl}/healthz`,
  ])
    await fetch(url, { headers: { authorization: `Key ${sim.apiKey}` } });
  const found = sim.report().findings.filter(({ severity }) => severity === "error");
  expect(found.map(({ id }) => id)).toEqual(expected);
});

test("unknown-operation: at the deployment's own address, a path of its own after the base path", async () => {
  await using sim = await startTestSimulator({ basePath: "/api/v9", deploymentPort: 0 });
  const response = await fetch(`${sim.deploymentUrl}/api/v9/v1/job-cancel/job-1`);
  const { detail } = (await response.json()) as { detail: string };
  expect(detail).toMatch(/^No operation is served at GET .* nearest operation is GET \/v1\/job-c/);
});

test("unknown-operation: an unknown path, with the nearest one, or a wrong method", async () => {
  await using sim = await startTestSimulator();
  await sim.client.json("POST", "/batch-inferense", { inputs: INPUTS });
  await sim.client.json("GET", "/batch-inference");
  const found = sim.report().findings.filter(({ id }) => id === "unknown-operation");
  expect(found.map(({ sentence }) => sentence)).toEqual([
    "POST /batch-inferense: No operation is served at POST `/batch-inferense`. The nearest operation is POST /batch-inference.",
    "GET /batch-inference: GET is not served at `/batch-inference`. Use POST.",
  ]);
});

test("unknown-job, unknown-dataset, and unknown-model: names that don't exist", async () => {
  await using sim = await startTestSimulator();
  await sim.client.json("GET", "/job-status/job-x");
  await sim.client.cancel("job-x");
  await sim.client.create({ inputs: "dataset-x", job_priority: 1 });
  await sim.client.create({ inputs: INPUTS, model: "gpt" });
  expect(idsIn(sim)).toEqual(["unknown-job", "unknown-dataset", "unknown-model"]);
});

test("unusable-inputs: a row that create rejects as too long; a row that fits is fine", async () => {
  await using sim = await startTestSimulator({ yaml: "assumptions: { row-too-long: 422 }" });
  const model = "model-3.2-3b";
  await sim.client.create({ inputs: ["word ".repeat(5000)], model });
  expect(idsIn(sim)).toEqual(["unusable-inputs"]);
  await sim.client.follow(await sim.client.submit({ inputs: ["word"], model, dryrun: true }));
  expect(idsIn(sim)).toEqual(["unusable-inputs"]);
});

test("unusable-inputs, unknown-dataset, and unknown-model: inputs because of which a job fails", async () => {
  const yaml = "assumptions: { unknown-dataset: job-fails, unknown-model: job-fails }";
  await using sim = await startTestSimulator({ yaml });
  const failed = async (body: Record<string, unknown>): Promise<void> => {
    expect((await sim.client.follow(await sim.client.submit(body))).at(-1)).toBe("FAILED");
  };
  await failed({ inputs: "http://127.0.0.1:1/rows.csv", job_priority: 1 });
  await failed({ inputs: ["word ".repeat(5000)], model: "model-3.2-3b" });
  await failed({ inputs: "dataset-x", job_priority: 1 });
  await failed({ inputs: INPUTS, model: "gpt" });
  const found = sim.report().findings.filter(({ severity }) => severity !== "info");
  const told = found.map(({ id, sentence }) => [id, sentence.replace(/job-[-0-9a-f]{36}/, "JOB")]);
  expect(told).toEqual([
    ["unknown-dataset", "Job JOB can't run: Dataset `dataset-x` does not exist."],
    [
      "unknown-model",
      expect.stringMatching(/^Job JOB can't run: Expected `model` .* got `gpt`\.$/),
    ],
    [
      "unusable-inputs",
      "Job JOB can't run: Failed to fetch the input URL http://127.0.0.1:1/rows.csv: the connection was refused (ECONNREFUSED). Check that a server is listening there.",
    ],
    ["unusable-inputs", expect.stringMatching(/^Job JOB can't run: Row 0 has 6250 tokens, .*\.$/)],
  ]);
});

test("undocumented-field: info by default, a warning when strict", async () => {
  await using sim = await startTestSimulator();
  const body = { inputs: INPUTS, priority: 1, sampling_params: { best_of: 2, top_p: 0.5 } };
  await sim.client.follow(await sim.client.submit({ ...body, dryrun: true }));
  await sim.client.json("GET", "/list-jobs?limit=3");
  const of = (strict: boolean) =>
    sim
      .report({ strict })
      .findings.filter(({ id }) => id === "undocumented-field")
      .map(({ severity, sentence }) => `${severity}: ${sentence}`);
  const end = "which is not in the interface document.";
  expect(of(false)).toEqual([
    `info: POST /batch-inference contained \`/priority\`, ${end}`,
    `info: POST /batch-inference contained \`/sampling_params/best_of\`, ${end}`,
    `info: GET /list-jobs contained \`query.limit\`, ${end}`,
  ]);
  expect(of(true)[0]).toMatch(/^warning: /);
});

test("assumption-relied-on: names the value in effect, and the others to test with", async () => {
  await using sim = await startTestSimulator({ yaml: "assumptions: { create-status: 201 }" });
  await sim.client.create({ inputs: INPUTS, dryrun: true, column_name: "text" });
  const found = sim.report().findings.filter(({ id }) => id === "assumption-relied-on");
  expect(found.map(({ sentence, section, cure }) => [sentence, section, cure])).toEqual([
    [
      'The client relied on the assumption `dataset-column`: Which column of a dataset or file contains the inputs if the request names none? In this run, the value is "inputs-or-first-text".',
      "4.1",
      'Also run the tests with `assumptions: { dataset-column: … }` set to "only-column". A client that doesn\'t depend on the value passes.',
    ],
    [
      "The client relied on the assumption `create-status`: Which HTTP status does the service return for a successful create request? In this run, the value is 201.",
      "4.1",
      "Also run the tests with `assumptions: { create-status: … }` set to 200 or 202. A client that doesn't depend on the value passes.",
    ],
    [
      'The client relied on the assumption `job-id-format`: What is the format of a `job_id`? In this run, the value is "prefixed-uuid".',
      "2",
      'Also run the tests with `assumptions: { job-id-format: … }` set to "uuid" or "hex24". A client that doesn\'t depend on the value passes.',
    ],
  ]);
});

test("an info is reported once for all sandboxes", async () => {
  await using sim = await startTestSimulator();
  await sim.clientOf("a").json("GET", "/list-jobs");
  await sim.clientOf("b").json("GET", "/list-jobs");
  const [found, ...others] = sim.report().findings;
  expect(found).toMatchObject({
    assumption: "list-operation",
    exchangeCount: 2,
    otherSandboxes: 1,
  });
  expect(others.map(({ assumption }) => assumption)).not.toContain("list-operation");
});

test("invalid-request: a requirement that is only an assumption makes a warning that names it", async () => {
  await using sim = await startTestSimulator();
  await sim.client.create({ inputs: ["a"], sampling_params: { temperature: -1 } });
  await sim.client.create({ inputs: ["a"], sampling_params: 5 });
  await sim.client.json("POST", "/list-dataset-files", {});
  const found = sim.report().findings.filter(({ id }) => id === "invalid-request");
  expect(
    found.map(({ severity, assumption, sentence }) => [severity, assumption, sentence]),
  ).toEqual([
    [
      "error",
      undefined,
      "POST /batch-inference, `/sampling_params` in the body: Expected `sampling_params` to be of type object, got `5` (integer).",
    ],
    [
      "warning",
      "sampling-params",
      "POST /batch-inference, `/sampling_params/temperature` in the body: Expected `sampling_params.temperature` to be at least 0, got `-1` (integer).",
    ],
    [
      "warning",
      "dataset-operations",
      "POST /list-dataset-files, `/dataset_id` in the body: Expected `dataset_id` to be present: it is required.",
    ],
  ]);
  expect(found[1]?.cure).toBe(
    "The interface document doesn't state this requirement; batch-sim assumes it (`sampling-params`). Ask the service's owner whether it applies. If it doesn't, describe the difference in an OpenAPI overlay.",
  );
});
