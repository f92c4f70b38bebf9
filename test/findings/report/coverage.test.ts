import { expect, test } from "@jest/globals";
import { RESULTS_FORMATS } from "../../support/results-formats.ts";
import { startTestSimulator } from "../../support/simulator.ts";

const YAML = `
profiles: [{ cancel: { takes: 1s } }]
faults:
  - { name: outage, on: getQuotas, status: 503, times: 1 }
  - { name: never, on: listDatasets, status: 503 }
`;

test("without requests, nothing is covered", async () => {
  await using sim = await startTestSimulator({ yaml: YAML });
  const { summary, coverage } = sim.report();
  expect([summary.sandboxes, coverage.share]).toEqual([0, 0]);
  expect(coverage.lists.map(({ covered }) => covered)).toEqual(coverage.lists.map(() => 0));
  expect(coverage.lists.find(({ name }) => name === "faults")?.missing).toEqual([
    "outage",
    "never",
  ]);
});

test("a request with a rejected key covers a status, but not its operation", async () => {
  await using sim = await startTestSimulator({ apiKeys: ["known"] });
  const list = (authorization: string) =>
    fetch(`${sim.baseUrl}/list-jobs?result_format=csv`, { headers: { authorization } });
  const covered = () =>
    sim
      .report()
      .coverage.lists.flatMap(({ items }) => items.filter(({ count }) => count > 0))
      .map(({ item }) => item);
  for (const key of ["Bearer known", "Key other"]) await list(key);
  expect(covered()).toEqual(["listJobs 401", "listJobs 403"]);
  await list("Key known");
  expect(covered()).toEqual(["listJobs", "listJobs 200", "listJobs 401", "listJobs 403"]);
});

test("coverage lists what was used, and what is missing", async () => {
  await using sim = await startTestSimulator({ yaml: YAML });
  const jobId = await sim.client.submit({
    inputs: ["a"],
    job_priority: 1,
    sampling_params: { top_p: 1 },
  });
  await sim.client.follow(jobId);
  await (
    await sim.client.results(jobId, { result_format: "csv", include_inputs: true })
  ).arrayBuffer();
  await sim.client.json("GET", "/get-quotas");
  const { lists, share } = sim.report().coverage;
  const used = lists.map(({ name, items }) => [
    name,
    items.filter(({ count }) => count > 0).map(({ item }) => item),
  ]);
  expect(Object.fromEntries(used)).toEqual({
    operations: ["createJob", "getResults", "getJobStatus", "getQuotas"],
    parameters: [
      "createJob sampling_params/top_p",
      "createJob job_priority=1",
      "getResults include_inputs=true",
    ],
    statuses: ["createJob 200", "getResults 200", "getJobStatus 200"],
    formats: ["csv"],
    inputs: ["array"],
    states: ["QUEUED", "STARTING", "RUNNING", "SUCCEEDED"],
    transitions: ["QUEUED → STARTING", "STARTING → RUNNING", "RUNNING → SUCCEEDED"],
    rows: ["only rows that succeeded"],
    faults: ["outage"],
  });
  const missing = Object.fromEntries(lists.map(({ name, missing: items }) => [name, items]));
  expect(missing).toMatchObject({
    formats: RESULTS_FORMATS.filter((format) => format !== "csv"),
    inputs: ["dataset", "url"],
    rows: ["a row that failed (scenario bad-rows)"],
    states: ["CANCELLING", "FAILED", "CANCELLED"],
    transitions: [
      "RUNNING → FAILED",
      "QUEUED → CANCELLING",
      "RUNNING → CANCELLING",
      "CANCELLING → CANCELLED",
    ],
    faults: ["never"],
  });
  const total = lists.reduce((sum, list) => sum + list.total, 0);
  expect(share).toBe(lists.reduce((sum, list) => sum + list.covered, 0) / total);
});

test("coverage says whether a run had rows that fail", async () => {
  await using sim = await startTestSimulator({ scenario: "bad-rows" });
  const jobId = await sim.client.submit({ inputs: ["a", "b"] });
  const rows = () => sim.report().coverage.lists.find(({ name }) => name === "rows")?.missing;
  expect(rows()).toEqual(["only rows that succeeded", "a row that failed (scenario bad-rows)"]);
  await sim.client.follow(jobId);
  expect(rows()).toEqual(["only rows that succeeded"]);
});
