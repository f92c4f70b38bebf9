import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// Files in datasets that are too large for memory: they are on disk, which makes no difference to clients.

const ROWS = Array.from({ length: 30_000 }, (_, index) => `row ${index} ${"é".repeat(20)}`);
const CSV = Buffer.from(`inputs\n${ROWS.join("\n")}\n`);

async function upload(sim: TestSimulator, files: Readonly<Record<string, Buffer>>) {
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const form = new FormData();
  form.set("dataset_id", body.dataset_id);
  for (const [name, bytes] of Object.entries(files)) form.append("file", new Blob([bytes]), name);
  const { status } = await sim.client.request("POST", "/upload-to-dataset", { body: form });
  return { status, datasetId: body.dataset_id };
}

test("a large file is downloaded as it was uploaded, and a job reads it", async () => {
  await using sim = await startTestSimulator();
  const { status, datasetId } = await upload(sim, { "rows.csv": CSV });
  expect(status).toBe(200);
  const response = await sim.client.request("POST", "/download-from-dataset", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ dataset_id: datasetId, file_name: "rows.csv" }),
  });
  expect([response.status, response.headers.get("content-length")]).toEqual([
    200,
    String(CSV.byteLength),
  ]);
  expect(Buffer.from(await response.arrayBuffer()).equals(CSV)).toBe(true);
  const job = await sim.client.json("POST", "/batch-inference", {
    inputs: datasetId,
    job_priority: 1,
  });
  expect(job.status).toBe(200);
  const [{ facts } = { facts: [] }] = (await sim.control.snapshot()).jobs;
  expect(facts.at(1)).toMatchObject({ type: "inputs", outcome: { numRows: ROWS.length } });
});

test("a form with several large files is read to its end, and none of them is added", async () => {
  await using sim = await startTestSimulator();
  const other = Buffer.from(CSV.toString().replaceAll("row", "other"));
  const { status, datasetId } = await upload(sim, { "a.csv": CSV, "b.csv": other });
  expect(status).toBe(422);
  const { datasets } = await sim.control.snapshot();
  expect(datasets).toEqual([expect.objectContaining({ datasetId, files: [] })]);
});
