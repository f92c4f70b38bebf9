import { expect, test } from "@jest/globals";
import { unzip } from "../codec/unzip.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// The default service, turned into a different one by `fixtures/another-service.yaml` alone. Requests are validated when they
// arrive, and every response is validated against the effective document.

function start(options: object = {}): Promise<TestSimulator> {
  const overlays = ["test/overlays/fixtures/another-service.yaml"];
  return startTestSimulator({ overlays, apiKeys: ["sim-key"], ...options });
}

const REQUEST = { inputs: ["first input", "second input"] };

async function submit({ client }: TestSimulator): Promise<string> {
  const { status, body } = await client.create(REQUEST);
  expect([status, body]).toEqual([202, { job_id: expect.any(String) }]);
  return body.job_id;
}

async function follow({ client }: TestSimulator, jobId: string): Promise<string[]> {
  const seen = new Set<string>();
  while (!["succeeded", "cancelled", "failed"].some((state) => seen.has(state)) && seen.size < 9) {
    const { body } = await client.json<{ state: string }>("GET", `/jobs/${jobId}/state`);
    expect(body).toEqual({ id: jobId, state: expect.any(String) });
    seen.add(body.state);
  }
  return [...seen];
}

test("a job goes from pending to succeeded, in lower case, at another path and in another shape", async () => {
  await using sim = await start();
  const jobId = await submit(sim);
  const states = await follow(sim, jobId);
  expect(states).toEqual(["pending", "queued", "starting", "running", "succeeded"]);
  const job = await sim.client.job(jobId);
  expect(job["status"]).toBe("succeeded");
});

test("results come in a wrapper, and the other formats as before", async () => {
  await using sim = await start();
  const jobId = await submit(sim);
  await follow(sim, jobId);
  const { body } = await sim.client.jsonResults(jobId);
  const texts = [expect.any(String), expect.any(String)];
  expect(body).toEqual({ data: { job: jobId, texts, prompts: null } });
  const withInputs = await sim.client.jsonResults(jobId, { include_inputs: true });
  expect(withInputs.body).toEqual({ data: { job: jobId, texts, prompts: REQUEST.inputs } });
  const [entry] = await unzip(await sim.client.file(jobId, "csv"));
  expect(entry?.text.split(/\r?\n/)[0]).toBe(jobId);
});

test("a job is cancelled by POST at base_url, and no more by GET at the deployment", async () => {
  await using sim = await start();
  const jobId = await submit(sim);
  const { status, body } = await sim.client.json("POST", `/jobs/${jobId}/cancel`);
  expect([status, body]).toEqual([200, { cancelled: true, message: `Cancelling ${jobId}.` }]);
  expect(await follow(sim, jobId)).toEqual(["cancelling", "cancelled"]);
  expect((await sim.client.cancel(jobId)).status).toBe(404);
  expect((await sim.client.json("GET", `/jobs/${jobId}/cancel`)).status).toBe(405);
});

test("every error is a problem document", async () => {
  await using sim = await start();
  const jobId = await submit(sim);
  const calls: [Promise<Response>, number, string, string][] = [
    [fetch(`${sim.baseUrl}/list-jobs`), 401, "unauthenticated", "The `Authorization` header is"],
    [
      sim.clientOf("other").request("GET", "/list-jobs"),
      403,
      "forbidden",
      "The API key is unknown",
    ],
    [
      sim.client.request("POST", "/batch-inference", { json: {} }),
      422,
      "invalid-request",
      "Expected `inputs`",
    ],
    [
      sim.client.request("GET", "/jobs/none/state"),
      404,
      "unknown-job",
      "Job `none` does not exist.",
    ],
    [
      sim.client.request("POST", "/jobs/none/cancel"),
      404,
      "unknown-job-on-cancel",
      "Job `none` does not",
    ],
    [
      sim.client.results(jobId, { result_format: "json" }),
      409,
      "results-not-ready",
      "its results are not ready.",
    ],
    [sim.client.request("GET", "/nothing"), 404, "unknown-operation", "No operation is served"],
  ];
  for (const [call, status, code, title] of calls) {
    const response = await call;
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toEqual({
      type: `urn:service:${code}`,
      title: expect.stringContaining(title),
      status,
    });
    expect(response.status).toBe(status);
  }
});

test("the document says what an overlay set, and a scenario still has the last word", async () => {
  await using sim = await start({ yaml: "assumptions: { create-status: 201 }" });
  expect((await sim.client.create(REQUEST)).status).toBe(201);
  const { body } = await sim.client.json<Record<string, Record<string, object>>>(
    "GET",
    "/openapi.json",
  );
  const registry = body["x-assumptions"] ?? {};
  expect(registry["create-status"]).toMatchObject({
    default: 202,
    inForce: 201,
    setBy: "scenario",
  });
  expect(registry["status-operation"]).toMatchObject({
    inForce: "GET {base_url}/jobs/{job_id}/state",
    setBy: "overlay",
  });
  expect(registry["job-states"]).toMatchObject({ setBy: "overlay" });
  expect(registry["cancel-status"]).toMatchObject({ inForce: 200, setBy: "default" });
});
