import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { operationsOf } from "../../src/spec/document-place.ts";
import { operationIds } from "../support/contract.ts";
import { startTestSimulator } from "../support/simulator.ts";

test("the documented life of a job: create, wait for the results, cancel", async () => {
  await using sim = await startTestSimulator({ overlays: ["strict"] });
  const jobId = await sim.client.submit({ inputs: ["a", "b"], sampling_params: { top_k: 5 } });
  const statuses: number[] = [];
  while (statuses.at(-1) !== 200 && statuses.length < 50)
    statuses.push((await sim.client.results(jobId, { result_format: "json" })).status);
  expect(new Set(statuses)).toEqual(new Set([409, 200]));
  expect((await sim.client.cancel(jobId)).body.cancelled).toBe(true);
  expect((await sim.client.cancel("job-none")).status).toBe(404);
});

test("every assumed operation responds with 404", async () => {
  await using sim = await startTestSimulator({ overlays: ["strict"] });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const base = operationsOf(await loadBaseDocument());
  const assumed = base.filter(({ operation }) => operation["x-assumption"] !== undefined);
  expect(assumed).toHaveLength(11);
  for (const { path, method } of assumed) {
    const response = await sim.client.request(
      method.toUpperCase(),
      path.replace("{job_id}", jobId),
    );
    expect([path, response.status]).toEqual([path, 404]);
  }
  const document = await sim.client.json<JsonObject>("GET", "/openapi.json");
  expect(operationIds(document.body)).toEqual([
    "createJob",
    "getResults",
    "cancelJob",
    "getOpenApi",
    "getIndex",
    "getHealth",
    "getIcon",
    "getRobots",
  ]);
});

test("unknown fields and parameters are refused, all of them in one answer", async () => {
  await using sim = await startTestSimulator({ overlays: ["strict"] });
  const { status, body } = await sim.client.create({
    inputs: ["a"],
    column_name: "text",
    nmae: "x",
  });
  expect([status, body]).toEqual([
    422,
    {
      detail: expect.any(String),
      errors: [
        { path: expect.any(String), message: expect.stringContaining("column_name") },
        { path: expect.any(String), message: expect.stringContaining("nmae") },
      ],
    },
  ]);
  const query = { result_format: "json", include_input: true };
  expect((await sim.client.results("job-none", query)).status).toBe(422);
});

test("a dry run answers the job ID alone", async () => {
  await using sim = await startTestSimulator({ overlays: ["strict"] });
  expect((await sim.client.create({ inputs: ["a"], dryrun: true })).body).toEqual({
    job_id: expect.any(String),
  });
});
