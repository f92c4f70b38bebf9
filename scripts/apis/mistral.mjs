// Runs the Node SDK `@mistralai/mistralai`, unmodified, through the life of batch jobs and files: it validates every body. `run.mjs`
// starts it with BATCH_SIM_BASE_URL and MISTRAL_API_KEY set, in a folder with the SDK.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { Mistral } from "@mistralai/mistralai";

const client = new Mistral({
  apiKey: process.env.MISTRAL_API_KEY,
  serverURL: process.env.BATCH_SIM_BASE_URL,
});
const { jobs } = client.batch;
const endpoint = "/v1/chat/completions";
const model = "mistral-small-latest";

function request(customId, content = `Say something about ${customId}.`) {
  return { customId, body: { messages: [{ role: "user", content }] } };
}

function requests(count) {
  return Array.from({ length: count }, (_, index) => request(`row-${index}`));
}

async function ended(jobId, more = {}) {
  for (let polls = 0; polls < 200; polls++) {
    const job = await jobs.get({ jobId, ...more });
    if (!["QUEUED", "RUNNING", "CANCELLATION_REQUESTED"].includes(job.status)) return job;
    await sleep(300);
  }
  throw new Error(`${jobId} has not ended`);
}

async function linesOf(fileId) {
  const text = await new Response(await client.files.download({ fileId })).text();
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

async function wholeLife() {
  const inline = [request("good"), request("bad", "Please fail for good.")];
  const created = await jobs.create({ endpoint, model, requests: inline, timeoutHours: 2 });
  const job = await ended(created.id, { inline: true });
  assert.deepEqual(
    [job.status, job.totalRequests, job.succeededRequests, job.failedRequests, job.outputs.length],
    ["SUCCESS", 2, 1, 1, 2],
  );
  const [good] = await linesOf(job.outputFile);
  assert.equal(good.response.body.choices[0].finish_reason, "stop");
  const [bad] = await linesOf(job.errorFile);
  assert.deepEqual([bad.custom_id, bad.response.status_code], ["bad", 400]);
  assert.deepEqual(await jobs.delete({ jobId: job.id }), {
    id: job.id,
    object: "batch",
    deleted: true,
  });
}

async function files() {
  const lines = requests(2).map(({ customId, body }) =>
    JSON.stringify({ custom_id: customId, body }),
  );
  const file = { fileName: "rows.jsonl", content: new Blob([lines.join("\n")]) };
  const uploaded = await client.files.upload({ file, purpose: "batch" });
  assert.deepEqual([uploaded.numLines, uploaded.sampleType], [2, "batch_request"]);
  const created = await jobs.create({ endpoint, model, inputFiles: [uploaded.id] });
  const job = await ended(created.id);
  assert.deepEqual([job.status, job.inputFiles], ["SUCCESS", [uploaded.id]]);
  assert.equal((await client.files.retrieve({ fileId: uploaded.id })).deleted, false);
  const listed = await client.files.list({ pageSize: 1, purpose: "batch" });
  assert.deepEqual([listed.data.length, listed.data[0].source], [1, "mistral"]);
  assert.equal((await client.files.delete({ fileId: uploaded.id })).deleted, true);
  await assert.rejects(client.files.retrieve({ fileId: uploaded.id }), { statusCode: 404 });
}

async function endedEarly() {
  for (const [count, status] of [
    [40, "TIMEOUT_EXCEEDED"],
    [30, "CANCELLED"],
  ]) {
    const created = await jobs.create({ endpoint, model, requests: requests(count) });
    const job = await ended(created.id);
    assert.deepEqual([job.status, job.succeededRequests], [status, count / 2]);
  }
  const created = await jobs.create({ endpoint, model, requests: requests(200) });
  assert.equal((await jobs.cancel({ jobId: created.id })).status, "CANCELLATION_REQUESTED");
  assert.equal((await ended(created.id)).status, "CANCELLED");
}

async function twoPages() {
  const made = [];
  for (const name of ["x", "y", "z"])
    made.unshift((await jobs.create({ endpoint, model, requests: [request(name)] })).id);
  const pages = [await jobs.list({ pageSize: 2 }), await jobs.list({ pageSize: 2, page: 1 })];
  assert.deepEqual(pages.flatMap(({ data }) => data.map(({ id }) => id)).slice(0, 3), made);
}

for (const part of [wholeLife, files, endedEarly, twoPages]) {
  await part();
  console.log(`@mistralai/mistralai (Node): ${part.name} passed`);
}
