import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";
import { parquetOf } from "../support/parquet.ts";
import { startTestSimulator } from "../support/simulator.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "batch-sim-datasets-"));
  await writeFile(join(folder, "a.csv"), "inputs\nfirst\n");
  await writeFile(join(folder, "b.parquet"), await parquetOf({ inputs: ["second", "third"] }));
  await writeFile(join(folder, "bad.parquet"), "inputs\n");
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const INSTANT = "profiles: [{ queued: 0, starting: 0, running: 0 }]";

const ROWS = `
${INSTANT}
datasets:
  dataset-texts:
    rows: ["one, two", "", 'say "hi"', "line\\nbreak"]
  dataset-columns:
    rows: [{ id: 1, review: good }, { id: 2, review: bad, tags: [a, b] }, just a line]
  dataset-empty: { rows: [] }
`;

test("datasets of a scenario are there from the start in every sandbox, and listed like others", async () => {
  await using sim = await startTestSimulator({ yaml: ROWS, clock: "manual" });
  const added = "2030-01-01T00:00:00.000Z";
  const times = { datetime_added: added, updated_at: added };
  for (const client of [sim.client, sim.clientOf("another")]) {
    expect((await client.json("POST", "/list-datasets")).body).toEqual({
      datasets: [
        { dataset_id: "dataset-empty", ...times, num_rows: 0, schema: { inputs: "string" } },
        {
          dataset_id: "dataset-columns",
          ...times,
          num_rows: 3,
          schema: { id: "integer", review: "string", tags: "string", inputs: "string" },
        },
        { dataset_id: "dataset-texts", ...times, num_rows: 4, schema: { inputs: "string" } },
      ],
    });
  }
  const dataset = { dataset_id: "dataset-columns" };
  expect((await sim.client.json("POST", "/list-dataset-files", dataset)).body).toEqual({
    files: ["rows.csv"],
  });
  const response = await sim.client.request("POST", "/download-from-dataset", {
    json: { ...dataset, file_name: "rows.csv" },
  });
  expect(await response.text()).toBe(
    'id,review,tags,inputs\r\n1,good,"",""\r\n2,bad,"[""a"",""b""]",""\r\n"","","",just a line\r\n',
  );
});

test("jobs read the rows of such a dataset, whatever is in them", async () => {
  await using sim = await startTestSimulator({ yaml: ROWS });
  const inputsOf = async (inputs: string, more: object = {}): Promise<string[] | undefined> => {
    const jobId = await sim.client.submit({ inputs, job_priority: 1, ...more });
    return (await sim.client.jsonResults(jobId, { include_inputs: true })).body.inputs;
  };
  expect(await inputsOf("dataset-texts")).toEqual(["one, two", "", 'say "hi"', "line\nbreak"]);
  expect(await inputsOf("dataset-columns", { column_name: "review" })).toEqual(["good", "bad", ""]);
  expect(await inputsOf("dataset-empty")).toEqual([]);
});

test("a dataset of files beside the scenario has their bytes, and takes uploads", async () => {
  const file = join(folder, "files.yaml");
  await writeFile(file, `${INSTANT}\ndatasets: { mine: { files: [b.parquet, a.csv] } }`);
  await using sim = await startTestSimulator({ scenario: file });
  const dataset = { dataset_id: "mine" };
  const form = new FormData();
  form.set("dataset_id", "mine");
  form.set("file", new Blob(["inputs\nfourth\n"]), "c.csv");
  await sim.client.request("POST", "/upload-to-dataset", { body: form });
  expect((await sim.client.json("POST", "/list-dataset-files", dataset)).body).toEqual({
    files: ["b.parquet", "a.csv", "c.csv"],
  });
  const jobId = await sim.client.submit({ inputs: "mine", job_priority: 1 });
  expect((await sim.client.jsonResults(jobId, { include_inputs: true })).body.inputs).toEqual([
    "second",
    "third",
    "first",
    "fourth",
  ]);
});

test("a file that can't be read is refused at the start", async () => {
  const file = join(folder, "bad.yaml");
  await writeFile(file, "datasets: { mine: { files: [bad.parquet, a.csv] } }");
  await expect(startSimulator({ scenario: file })).rejects.toMatchObject({
    code: "SIM_SCENARIO",
    message: expect.stringMatching(/^datasets\.mine: Failed to read the .*`bad\.parquet`/),
  });
});
