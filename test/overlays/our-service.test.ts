import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";

// The worked example of docs/overlays.md.

const FILE = "examples/overlay/our-service.yaml";

test("the example has nine lines", () => {
  expect(readFileSync(FILE, "utf8").trimEnd().split("\n")).toHaveLength(9);
});

test("the example does what docs/overlays.md says", async () => {
  await using sim = await startTestSimulator({ overlays: [FILE] });
  const headers = { "x-api-key": sim.apiKey, "content-type": "application/json" };
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(sim.baseUrl + path, { headers, ...init });

  const created = await call("/batch-inference", {
    method: "POST",
    body: JSON.stringify({ inputs: ["a", "b"] }),
  });
  expect(created.status).toBe(202);
  const { job_id: jobId } = (await created.json()) as { job_id: string };
  const seen: unknown[] = [];
  while (seen.at(-1) !== "DONE" && seen.length < 9) {
    const answer = await call(`/jobs/${jobId}/status`);
    seen.push(((await answer.json()) as { job_status: object }).job_status[jobId as never]);
    if (seen.length === 1)
      expect((await call(`/jobs/${jobId}/results?result_format=json`)).status).toBe(425);
  }
  expect([seen[0], seen.at(-1)]).toEqual(["PENDING", "DONE"]);
  expect((await call(`/jobs/${jobId}/results?result_format=json`)).status).toBe(200);
  expect((await call(`/job-status/${jobId}`)).status).toBe(404);
  expect((await sim.client.json("GET", "/list-jobs")).status).toBe(401);
});
