import { expect, test } from "@jest/globals";
import { queryParquet } from "../codec/duckdb.ts";
import { unzip } from "../codec/unzip.ts";
import { overlayFile } from "../support/overlay-file.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// The rows' IDs and confidence scores, where an overlay puts them into the results.

const RESPONSE = "$.paths['/jobs/{job_id}/results'].get['x-batch-sim'].response";

const ACTIONS = `- target: $.components.schemas.CreateJobRequest.properties
  update: { id_column: { type: string } }
- target: $.paths['/batch-inference'].post['x-batch-sim'].request
  update: { idColumn: body.id_column }
- target: $['x-models'][0]
  update: { confidence: true }
- target: ${RESPONSE}.json.body
  remove: true
- target: ${RESPONSE}.json
  update:
    body:
      $merge:
        - { $if: idColumn, then: { "\${idColumn}": { $eval: ids } }, else: {} }
        - outputs: { $eval: outputs }
        - { $if: hasConfidence, then: { confidence: { $eval: confidenceScores } }, else: {} }
- target: ${RESPONSE}.*.columns
  update: { ids: "\${idColumn}", confidenceScores: confidence }
`;

async function start(): Promise<TestSimulator> {
  return startTestSimulator({ overlays: [await overlayFile(ACTIONS)] });
}

async function submit(sim: TestSimulator, inputs: unknown, more: object = {}): Promise<string> {
  const jobId = await sim.client.submit({ inputs, job_priority: 1, ...more });
  await sim.client.follow(jobId);
  return jobId;
}

const CSV = "id,text,code,share\n7,first,a1,0.5\n,second,,\n9007199254740993,third,7,2\n";

test.each([
  ["id", [7, null, "9007199254740993"]],
  ["code", ["a1", "", "7"]],
  ["share", [0.5, null, 2]],
])("the column %s of a file at a URL is carried into the results", async (column, ids) => {
  await using sim = await start();
  const { url } = await sim.control.files.put("rows.csv", CSV);
  const jobId = await submit(sim, url, { column_name: "text", id_column: column });
  const { body } = await sim.client.jsonResults(jobId);
  expect(body).toEqual({
    [column]: ids,
    outputs: [expect.any(String), expect.any(String), expect.any(String)],
    confidence: [expect.any(Number), expect.any(Number), expect.any(Number)],
  });
});

test("CSV and Parquet have the IDs as text, and the confidence scores", async () => {
  await using sim = await start();
  const { url } = await sim.control.files.put("rows.csv", CSV);
  const jobId = await submit(sim, url, { column_name: "text", id_column: "id" });
  const scores = (await sim.client.jsonResults(jobId)).body as unknown as { confidence: number[] };
  for (const score of scores.confidence) expect(score).toBeGreaterThanOrEqual(0.5);
  const parquet = await sim.client.file(jobId, "parquet");
  const rows = await queryParquet(parquet, "SELECT id, confidence FROM FILE");
  const ids = ["7", "", "9007199254740993"];
  expect(rows).toEqual(ids.map((id, at) => ({ id, confidence: scores.confidence[at] })));
  const [entry] = await unzip(await sim.client.file(jobId, "csv"));
  const lines = entry?.text.split("\r\n") ?? [];
  expect([lines[0], lines[1]?.startsWith("7,"), lines[2]?.startsWith('"",')]).toEqual([
    `id,${jobId},confidence`,
    true,
    true,
  ]);
});

test("the files of a dataset have IDs, too", async () => {
  await using sim = await start();
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  for (const [name, text] of [
    ["a.csv", "text,id\nfirst,1\nsecond,2\n"],
    ["b.csv", "id,text\nx,third\n"],
  ] as const) {
    const form = new FormData();
    form.set("dataset_id", body.dataset_id);
    form.set("file", new Blob([text]), name);
    await sim.client.request("POST", "/upload-to-dataset", { body: form });
  }
  const jobId = await submit(sim, body.dataset_id, { column_name: "text", id_column: "id" });
  expect((await sim.client.jsonResults(jobId)).body).toMatchObject({ id: [1, 2, "x"] });
});

test("a column that the file doesn't have makes the job fail", async () => {
  await using sim = await start();
  const { url } = await sim.control.files.put("rows.csv", CSV);
  const jobId = await submit(sim, url, { column_name: "text", id_column: "ids" });
  const { failure_reason } = (await sim.client.job(jobId)) as unknown as {
    failure_reason: { message: string };
  };
  expect(failure_reason.message).toMatch(
    /: expected a column `ids`, got `id` \(integer\), .*\. Did you mean `id`\?\.?$/,
  );
});

test("rows in the request have no IDs, and models without scores have no confidence", async () => {
  await using sim = await start();
  const jobId = await submit(sim, ["a"], { id_column: "id", model: "model-3.2-3b" });
  expect((await sim.client.jsonResults(jobId)).body).toEqual({ outputs: [expect.any(String)] });
  const [entry] = await unzip(await sim.client.file(jobId, "csv"));
  expect(entry?.text.split("\r\n")[0]).toBe(jobId);
});

test("IDs stay with their rows beyond the first batch", async () => {
  await using sim = await start();
  const numbers = Array.from({ length: 600 }, (_, index) => index);
  const text = `id,text\n${numbers.map((id) => `${id},row ${id}\n`).join("")}`;
  const { url } = await sim.control.files.put("rows.csv", text);
  const jobId = await submit(sim, url, { column_name: "text", id_column: "id" });
  expect((await sim.client.jsonResults(jobId)).body).toMatchObject({ id: numbers });
});
