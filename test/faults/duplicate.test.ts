import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted, scenarioOf } from "./wire.ts";

test("duplicate: two jobs are created, and the client learns of the second", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("duplicate: true", "createJob") });
  const jobId = await sim.client.submit({ inputs: ["a", "b"] });
  const { body } = await sim.client.json<{ jobs: { job_id: string }[] }>("GET", "/list-jobs");
  expect(body.jobs).toHaveLength(2);
  expect(body.jobs[0]?.job_id).toBe(jobId);
  expect(faulted(sim)).toEqual({ fault: "f", status: 200, end: "finished" });
  for (const { job_id } of body.jobs)
    expect((await sim.client.jsonResults(job_id)).body.outputs).toHaveLength(2);
  await sim.client.submit({ inputs: ["a", "b"] });
  const after = await sim.client.json<{ jobs: object[] }>("GET", "/list-jobs");
  expect(after.body.jobs).toHaveLength(3);
});

test("duplicate of a read: the usual response", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("duplicate: true", "getResults") });
  const jobId = await sim.client.submit({ inputs: ["a", "b"] });
  const twice = await sim.client.jsonResults(jobId, { include_inputs: true });
  expect([twice.status, twice.headers.get("x-sim-fault"), twice.body.inputs]).toEqual([
    200,
    "f",
    ["a", "b"],
  ]);
  const once = await sim.client.jsonResults(jobId, { include_inputs: true });
  expect(once.body).toEqual(twice.body);
});

test("duplicate of a cancel request: both are accepted", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("duplicate: true", "cancelJob") });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  expect((await sim.client.cancel(jobId)).body.cancelled).toBe(true);
  expect(await sim.client.follow(jobId)).toEqual(["CANCELLING", "SUCCEEDED"]);
});

test("duplicate of an upload: the file is there once", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("duplicate: true", "uploadToDataset"),
  });
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const form = new FormData();
  form.set("dataset_id", body.dataset_id);
  form.set("file", new Blob(["inputs\na\nb\n"]), "rows.csv");
  const upload = await sim.client.request("POST", "/upload-to-dataset", { body: form });
  expect(upload.status).toBe(200);
  const list = await sim.client.json("POST", "/list-dataset-files", body);
  expect(list.body).toEqual({ files: ["rows.csv"] });
});
