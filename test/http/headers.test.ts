import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import request from "supertest";
import { startTestSimulator } from "../support/simulator.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

test("every answer carries the sandbox's date and the simulator's version, and nothing of Express", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const client = request(sim.baseUrl);
  const ask = () => client.get("/list-jobs").set("Authorization", `Key ${sim.apiKey}`).expect(200);
  const first = await ask();
  expect(first.headers).toMatchObject({
    date: "Tue, 01 Jan 2030 00:00:00 GMT",
    "x-sim-version": version,
  });
  expect(first.headers).not.toHaveProperty("x-powered-by");
  await sim.clock.advance("1d");
  expect((await ask()).headers["date"]).toBe("Wed, 02 Jan 2030 00:00:00 GMT");
});

test("a fault is named in the answer that it shaped, and in the journal", async () => {
  await using sim = await startTestSimulator({ scenario: "cancel-404" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const answer = await request(sim.deploymentUrl)
    .get(`/v1/job-cancel/${jobId}`)
    .set("Authorization", `Key ${sim.apiKey}`);
  expect([answer.status, answer.headers["x-sim-fault"]]).toEqual([404, "cancel-404"]);
  expect(answer.body).toEqual({ detail: expect.any(String) });
  expect(await sim.client.state(jobId)).toBe("QUEUED");
  expect(sim.exchanges().find((exchange) => exchange.fault !== undefined)).toMatchObject({
    operationId: "cancelJob",
    jobId,
    fault: "cancel-404",
  });
});

test("base_url may carry a path, and deployment_url doesn't", async () => {
  await using sim = await startTestSimulator({ basePath: "/api/v2" });
  expect(sim.baseUrl).toBe(`${sim.deploymentUrl}/api/v2`);
  const jobId = await sim.client.submit({ inputs: ["a"] });
  expect((await sim.client.cancel(jobId)).status).toBe(200);
  const bare = await request(sim.deploymentUrl)
    .get("/list-jobs")
    .set("Authorization", `Key ${sim.apiKey}`)
    .expect(404);
  expect(bare.body).toEqual({
    detail:
      "No operation is served at GET `/list-jobs`. The nearest operation is GET /api/v2/list-jobs.",
  });
});

test("with a deployment port of its own, mixing up the two addresses is caught", async () => {
  await using sim = await startTestSimulator({ deploymentPort: 0 });
  expect(sim.deploymentUrl).not.toBe(sim.baseUrl);
  const jobId = await sim.client.submit({ inputs: ["a"] });
  expect((await sim.client.cancel(jobId)).status).toBe(200);
  const atBase = await request(sim.baseUrl).get(`/v1/job-cancel/${jobId}`).expect(404);
  expect(atBase.body).toEqual({
    detail:
      "GET /v1/job-cancel/{job_id} is served at the deployment's address, but the request was sent to the service's address.",
  });
  const atDeployment = await request(sim.deploymentUrl).get(`/job-status/${jobId}`).expect(404);
  expect(atDeployment.body).toEqual({
    detail:
      "GET /job-status/{job_id} is served at the service's address, but the request was sent to the deployment's address.",
  });
});

test("browsers of any origin are answered with cors, preflights included", async () => {
  await using sim = await startTestSimulator({ cors: true });
  const preflight = await request(sim.baseUrl)
    .options("/batch-inference")
    .set("Origin", "https://app.example")
    .set("Access-Control-Request-Method", "POST");
  expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
  const answer = await request(sim.baseUrl)
    .get("/openapi.json")
    .set("Origin", "https://app.example");
  expect(answer.headers["access-control-expose-headers"]).toContain("content-disposition");
});

test("the spec in effect is served without a key", async () => {
  await using sim = await startTestSimulator({ yaml: "assumptions: { create-status: 201 }" });
  const { body } = await request(sim.baseUrl).get("/openapi.json").expect(200);
  expect(Object.keys(body.paths["/batch-inference"].post.responses)).toContain("201");
});

test("progress is streamed line by line until the job ends", async () => {
  await using sim = await startTestSimulator({
    yaml: "profiles: [{ running: { rowsPerSecond: 2 } }]",
  });
  const jobId = await sim.client.submit({ inputs: ["a", "b", "c", "d"] });
  const response = await sim.client.request("GET", `/stream-job-progress/${jobId}`);
  const lines = (await response.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const progress = lines
    .filter((line) => line.update_type === "progress")
    .map((line) => line.result);
  expect(progress).toEqual([0, 0, 0, 2, 4]);
  const job = await sim.client.job(jobId);
  expect(lines.at(-1)).toEqual({
    update_type: "tokens",
    result: {
      input_tokens: job["input_tokens"],
      output_tokens: job["output_tokens"],
      total_tokens_processed_per_second: expect.any(Number),
    },
  });
});

test("401 carries a challenge, from the service, a fault, and the control API", async () => {
  await using sim = await startTestSimulator({
    yaml: "faults: [{ on: getQuotas, status: 401 }]",
    controlToken: "secret",
  });
  const challenge = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request(sim.baseUrl).get(path).set(headers).expect(401);
    return answer.headers["www-authenticate"];
  };
  expect(await challenge("/list-jobs")).toBe("Key");
  expect(await challenge("/get-quotas", { authorization: `Key ${sim.apiKey}` })).toBe("Key");
  expect(await challenge("/_sim/clock")).toBe("ControlToken");
  expect(await challenge("/_sim/clock", { "x-sim-control-token": "secret" })).toBe("Key");
});
