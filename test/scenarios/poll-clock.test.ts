import { expect, test } from "@jest/globals";
import { BatchClient } from "../../examples/jest/src/batch-client.ts";
import { SCENARIOS } from "../support/built-in-scenarios.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// What a good client receives from each built-in scenario on the clock `poll`, and how: each poll's state, or the status of
// every response other than 200; 0 is a broken connection.

const TO_SUCCESS = "create QUEUED STARTING RUNNING SUCCEEDED";

const PLAYED: Readonly<Record<string, readonly [seen: string, outcome: string]>> = {
  "all-rows-fail": [`${TO_SUCCESS} results`, "2 rows"],
  "auth-expires": [`${TO_SUCCESS} 401`, "/jobs/1/results?result_format=json responded with 401"],
  "bad-rows": [`${TO_SUCCESS} results`, "2 rows"],
  "cancel-404": [`${TO_SUCCESS} results`, "2 rows"],
  "cancel-loses-race": [`${TO_SUCCESS} results`, "2 rows"],
  "cancel-slow": [`${TO_SUCCESS} results`, "2 rows"],
  "canceled-halfway": ["create QUEUED STARTING RUNNING CANCELLING CANCELLED", "Job 1 is CANCELLED"],
  "corrupt-parquet": [`${TO_SUCCESS} results`, "2 rows"],
  "corrupt-zip": [`${TO_SUCCESS} results`, "2 rows"],
  "dataset-missing": [`${TO_SUCCESS} results`, "2 rows"],
  "edge-values": [`${TO_SUCCESS} results`, "2 rows"],
  "every-branch": [`${TO_SUCCESS} results`, "2 rows"],
  "expires-halfway": [
    "create QUEUED STARTING RUNNING FAILED",
    "Job 1 is FAILED: The job took longer",
  ],
  "fails-at-start": ["create QUEUED STARTING FAILED", "Job 1 is FAILED"],
  "flaky-network": ["create 0 STARTING RUNNING 0 SUCCEEDED results", "2 rows"],
  "happy-path": [`${TO_SUCCESS} results`, "2 rows"],
  instant: ["create SUCCEEDED results", "2 rows"],
  "job-fails-midway": ["create QUEUED STARTING RUNNING FAILED", "Job 1 is FAILED"],
  "lost-create-response": ["0 list QUEUED STARTING RUNNING SUCCEEDED results", "2 rows"],
  outage: ["create QUEUED STARTING RUNNING 503 503 503 503 SUCCEEDED results", "2 rows"],
  overloaded: ["create QUEUED 503 RUNNING SUCCEEDED 503 results", "2 rows"],
  "presigned-url-expired": [`${TO_SUCCESS} results`, "2 rows"],
  "queue-full": [`${TO_SUCCESS} results`, "2 rows"],
  "rate-limited": [`${TO_SUCCESS} 429 results`, "2 rows"],
  "read-after-write-lag": ["create 404 404 404 404 SUCCEEDED results", "2 rows"],
  "results-expire": [`${TO_SUCCESS} results`, "2 rows"],
  "results-late": [`${TO_SUCCESS} 409 results`, "2 rows"],
  shuffled: [`${TO_SUCCESS} results`, "2 rows"],
  "slow-download": [`${TO_SUCCESS} results`, "2 rows"],
  "slow-job": [`${TO_SUCCESS} results`, "2 rows"],
  "some-rows-fail": [`${TO_SUCCESS} results`, "2 rows"],
  "stale-status": ["create QUEUED QUEUED RUNNING RUNNING SUCCEEDED results", "2 rows"],
  "stuck-job": [
    `create QUEUED STARTING${" RUNNING".repeat(60)} CANCELLING CANCELLING CANCELLED`,
    "Job 1 made no progress for a long time and was canceled.",
  ],
  "truncated-download": [`${TO_SUCCESS} results results`, "2 rows"],
  "unknown-state": ["create UNKNOWN QUEUED STARTING RUNNING SUCCEEDED results", "2 rows"],
  "webhook-forged": [`${TO_SUCCESS} results`, "2 rows"],
  "webhook-missing": [`${TO_SUCCESS} results`, "2 rows"],
  "webhook-repeated": [`${TO_SUCCESS} results`, "2 rows"],
};

test("every built-in scenario is played", () => {
  expect(Object.keys(PLAYED)).toEqual(SCENARIOS);
});

test.each(Object.entries(PLAYED))("a good client in %s", async (scenario, [seen, outcome]) => {
  await using sim = await startTestSimulator({ scenario, clock: "poll" });
  expect(await runGoodClient(sim)).toMatch(outcome);
  expect(sim.allExchanges.map(describe).join(" ")).toBe(seen);
});

test("results that are available don't expire because of polls", async () => {
  await using sim = await startTestSimulator({ scenario: "results-expire", clock: "poll" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.client.follow(jobId);
  await sim.client.follow(jobId);
  expect((await sim.client.jsonResults(jobId)).status).toBe(200);
  await sim.clock.advance("1m");
  expect((await sim.client.jsonResults(jobId)).status).toBe(410);
});

test("a step of a fixed length also follows the poll that reports success", async () => {
  await using sim = await startTestSimulator({ scenario: "results-late", clock: "poll:10s" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.client.follow(jobId);
  expect(await sim.clock.now()).toBe(Date.parse("2030-01-01T00:00:20Z"));
});

async function runGoodClient(sim: TestSimulator): Promise<string> {
  const { baseUrl, deploymentUrl, apiKey } = sim;
  const sleep = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const client = new BatchClient({ baseUrl, deploymentUrl, apiKey, sleep, timeoutMs: 3000 });
  try {
    return `${(await client.run(["Great product", "Never again"])).length} rows`;
  } catch (error) {
    return String((error as Error).message).replace(/job-[-0-9a-f]{36}/, "1");
  }
}

const NAMES: Readonly<Record<string, string>> = {
  createJob: "create",
  listJobs: "list",
  getResults: "results",
};

function describe({ response, jobState, operationId }: TestSimulator["allExchanges"][number]) {
  if (response.status !== 200) return String(response.status);
  return NAMES[operationId ?? ""] ?? String(jobState).toUpperCase();
}
