import { inflateRawSync } from "node:zlib";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { startSimulator } from "../../src/index.ts";

const SUBMISSION = {
  inputs: ["Great product", "Never again"],
  sampling_params: { max_tokens: 16 },
};

const EXTRAS = "include_inputs=true&include_cumulative_logprobs=true";

/** Responses that a client receives from a simulator with default settings, so that the docs show real ones. */
export async function sampleRun() {
  const sim = await startSimulator({ clock: "manual" });
  try {
    const failing = await sim.sandbox({ name: "failing", scenario: "job-fails-midway" });
    return {
      ...(await failedJob(failing)),
      ...(await succeededJob(sim)),
      ...(await uploadedDataset(sim)),
    };
  } finally {
    await sim.close();
  }
}

async function failedJob(box) {
  const jobId = await finishedJob(box);
  const { job } = await (await call(box, `/jobs/${jobId}`)).json();
  return { job };
}

async function succeededJob(box) {
  const jobId = await finishedJob(box);
  const results = `/jobs/${jobId}/results?${EXTRAS}&result_format=`;
  const bytesOf = async (format) => (await call(box, results + format)).arrayBuffer();
  return {
    results: await (await call(box, `${results}json`)).json(),
    csv: csvOf(Buffer.from(await bytesOf("csv"))).replaceAll(jobId, "<job_id>"),
    parquet: await parquetOf(await bytesOf("parquet")),
    progress: await (await call(box, `/stream-job-progress/${jobId}`)).text(),
  };
}

async function uploadedDataset(box) {
  const { dataset_id } = await (await call(box, "/create-dataset")).json();
  const body = new FormData();
  body.append("dataset_id", dataset_id);
  body.append("file", new Blob(["inputs\nGreat product\nNever again\n"]), "reviews.csv");
  return {
    dataset: await (await call(box, "/upload-to-dataset", { method: "POST", body })).json(),
  };
}

async function finishedJob(box) {
  const created = await call(box, "/batch-inference", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(SUBMISSION),
  });
  await box.clock.advanceUntil("idle");
  return (await created.json()).job_id;
}

async function call({ baseUrl, apiKey }, path, { headers = {}, ...init } = {}) {
  const authorization = `Key ${apiKey}`;
  const response = await fetch(baseUrl + path, { ...init, headers: { ...headers, authorization } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** The ZIP file's only entry starts after the local header, whose length depends on two of its fields. */
function csvOf(zip) {
  const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  return inflateRawSync(zip.subarray(start)).toString();
}

async function parquetOf(file) {
  const { schema } = parquetMetadata(file);
  const columns = schema.slice(1).map(({ name, type, converted_type }) => ({
    name,
    type: converted_type === "UTF8" ? "string" : type.toLowerCase(),
  }));
  return { columns, rows: await parquetReadObjects({ file, compressors }) };
}
