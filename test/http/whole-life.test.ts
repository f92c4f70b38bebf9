import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { parse } from "csv-parse/sync";
import { queryParquet } from "../codec/duckdb.ts";
import { unzip } from "../codec/unzip.ts";
import { parquetOf } from "../support/parquet.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// Submit, poll, download in three formats, cancel: over a socket, for every kind of input and of output.

const INPUTS = [
  "plain",
  'quotes " and, commas',
  "line\nbreaks\r\nand\ttabs",
  "NUL \u0000 and bell \u0007",
  "ünïcødé 😀 漢字 العربية",
  "",
  " leading and trailing ",
  "lone \ud800 surrogate",
  `=cmd() ${"long ".repeat(300)}`,
];
/** Lone surrogates can't be written as UTF-8: they are replaced at submission. */
const SEEN = INPUTS.map((input) => Buffer.from(input).toString());

const SCHEMA = {
  type: "object",
  properties: {
    label: { type: "string", minLength: 3 },
    rating: { type: "number", minimum: 0, maximum: 1 },
  },
  required: ["label", "rating"],
};

let files: Server;
let filesUrl: string;

beforeAll(async () => {
  const csv = `\ufeffid,inputs\r\n${SEEN.map((text, id) => `${id},"${text.replaceAll('"', '""')}"\r\n`).join("")}`;
  const parquet = await parquetOf({ id: SEEN.map((_, id) => id), inputs: SEEN });
  files = createServer((req, res) => res.end(req.url?.startsWith("/rows.csv") ? csv : parquet));
  await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve));
  filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});

afterAll(() => void files.close());

async function datasetOf(sim: TestSimulator): Promise<string> {
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const parts = [SEEN.slice(0, 4), SEEN.slice(4)];
  for (const [index, part] of parts.entries()) {
    const form = new FormData();
    form.set("dataset_id", body.dataset_id);
    form.set("file", new Blob([await parquetOf({ inputs: part })]), `part-${index}.parquet`);
    const response = await sim.client.request("POST", "/upload-to-dataset", { body: form });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { dataset_id: body.dataset_id },
    ]);
  }
  return body.dataset_id;
}

const SOURCES: Record<string, (sim: TestSimulator) => Promise<object>> = {
  array: async () => ({ inputs: INPUTS }),
  "array at priority 1": async () => ({ inputs: INPUTS, job_priority: 1 }),
  dataset: async (sim) => ({ inputs: await datasetOf(sim), job_priority: 1 }),
  "CSV URL": async () => ({ inputs: `${filesUrl}/rows.csv?signature=secret`, job_priority: 1 }),
  "Parquet URL": async () => ({ inputs: `${filesUrl}/rows.parquet`, job_priority: 1 }),
};

const OUTPUTS: Record<string, object> = {
  text: {},
  schema: { json_schema: SCHEMA },
  reasoning: { model: "model-3.1-32b-reasoning" },
  "reasoning with schema": { model: "model-3.1-32b-reasoning", json_schema: SCHEMA },
};

const CASES = Object.keys(SOURCES).flatMap((source) =>
  Object.keys(OUTPUTS).map((output) => [source, output] as const),
);

test.each(CASES)("%s, %s", async (source, output) => {
  await using sim = await startTestSimulator();
  const request = { ...(await SOURCES[source]?.(sim)), ...OUTPUTS[output] };
  const jobId = await sim.client.submit(request);
  expect(await sim.client.follow(jobId)).toEqual(["QUEUED", "STARTING", "RUNNING", "SUCCEEDED"]);

  const all = { include_inputs: true, include_cumulative_logprobs: true };
  const json = (await sim.client.jsonResults(jobId, all)).body;
  expect(json.inputs).toEqual(SEEN);
  for (const logprob of json.cumulative_logprobs ?? []) expect(logprob).toBeLessThan(0);

  const [entry] = await unzip(await sim.client.file(jobId, "csv", all));
  const csv: string[][] = parse(entry?.text ?? "", { relax_column_count: false });
  expect(csv[0]).toEqual(["inputs", jobId, "cumulative_logprobs"]);
  expect(csv.slice(1)).toEqual(
    json.outputs.map((text, row) => [
      json.inputs?.[row],
      text,
      String(json.cumulative_logprobs?.[row]),
    ]),
  );

  const parquet = await sim.client.file(jobId, "parquet", all);
  const rows = await queryParquet(parquet, "SELECT * FROM FILE");
  expect(rows).toEqual(
    json.outputs.map((text, row) => ({
      inputs: json.inputs?.[row],
      outputs: text,
      cumulative_logprobs: json.cumulative_logprobs?.[row],
    })),
  );
  const codecs = await queryParquet(
    parquet,
    "SELECT DISTINCT compression FROM parquet_metadata(FILE)",
  );
  expect(codecs).toEqual([{ compression: "ZSTD" }]);

  const job = await sim.client.job(jobId);
  const tokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);
  expect(job).toMatchObject({
    num_rows: INPUTS.length,
    rows_completed: INPUTS.length,
    input_tokens: SEEN.reduce((sum, text) => sum + tokens(text), 0),
    output_tokens: json.outputs.reduce((sum, text) => sum + tokens(text), 0),
  });

  expect((await sim.client.cancel(jobId)).body.cancelled).toBe(true);
  expect(await sim.client.follow(jobId)).toEqual(["CANCELLING", "SUCCEEDED"]);
});

test("dry runs of every kind of input estimate the same cost", async () => {
  await using sim = await startTestSimulator();
  const estimates = new Set<string>();
  for (const source of Object.values(SOURCES)) {
    const { body } = await sim.client.create({ ...(await source(sim)), dryrun: true });
    estimates.add(JSON.stringify((body as unknown as { cost_estimate: object }).cost_estimate));
  }
  expect([...estimates]).toEqual([
    expect.stringMatching(/^\{"input_tokens":\d+,"output_tokens":540,"cost_usd":0\.0\d+\}$/),
  ]);
});

test("a downloaded dataset file has the bytes that were uploaded", async () => {
  await using sim = await startTestSimulator();
  const bytes = await parquetOf({ inputs: SEEN });
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const form = new FormData();
  form.set("dataset_id", body.dataset_id);
  form.set("file", new Blob([bytes]), "ünï.parquet");
  await sim.client.request("POST", "/upload-to-dataset", { body: form });
  expect((await sim.client.json("POST", "/list-dataset-files", body)).body).toEqual({
    files: ["ünï.parquet"],
  });
  expect((await sim.client.json("POST", "/list-datasets")).body).toMatchObject({
    datasets: [{ ...body, num_rows: INPUTS.length, schema: { inputs: "string" } }],
  });
  const response = await sim.client.request("POST", "/download-from-dataset", {
    json: { ...body, file_name: "ünï.parquet" },
  });
  expect(response.headers.get("content-disposition")).toBe(
    "attachment; filename=\"_n_.parquet\"; filename*=UTF-8''%C3%BCn%C3%AF.parquet",
  );
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
});
