// Runs the Node SDK `@google/genai`, unmodified, through the life of batch jobs. `run.mjs` starts it with GOOGLE_GEMINI_BASE_URL and
// GEMINI_API_KEY set, in a folder with the SDK.
import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { GoogleGenAI, Type } from "@google/genai";

const { batches, files } = new GoogleGenAI({});
const model = "gemini-2.5-flash";

function request(key, text = `Say something about ${key}.`, config = {}) {
  return { contents: [{ role: "user", parts: [{ text }] }], metadata: { key }, config };
}

function requests(count) {
  return Array.from({ length: count }, (_, index) => request(`row-${index}`));
}

async function ended(name) {
  for (let polls = 0; polls < 200; polls++) {
    const job = await batches.get({ name });
    if (!["JOB_STATE_PENDING", "JOB_STATE_RUNNING"].includes(job.state)) return job;
    await sleep(300);
  }
  throw new Error(`${name} has not ended`);
}

async function wholeLife() {
  const responseSchema = {
    type: Type.OBJECT,
    properties: { n: { type: Type.INTEGER } },
    required: ["n"],
  };
  const config = { responseMimeType: "application/json", responseSchema };
  const src = [request("good", "Count.", config), request("bad", "Please fail for good.")];
  const created = await batches.create({ model, src, config: { displayName: "two" } });
  assert.deepEqual(
    [created.state, created.displayName, created.model],
    ["JOB_STATE_PENDING", "two", `models/${model}`],
  );
  const job = await ended(created.name);
  assert.equal(job.state, "JOB_STATE_SUCCEEDED");
  const [good, bad] = job.dest.inlinedResponses;
  assert.deepEqual([good.metadata, bad.metadata], [{ key: "good" }, { key: "bad" }]);
  const [{ content, finishReason }] = good.response.candidates;
  assert.equal(typeof JSON.parse(content.parts[0].text).n, "number");
  assert.equal(finishReason, "STOP");
  assert.deepEqual(bad.error, { code: 3, message: "The request is invalid." });
  await batches.delete({ name: job.name });
  await assert.rejects(batches.get({ name: job.name }), { name: "ApiError", status: 404 });
}

async function withFiles() {
  const lines = ["Say something.", "Please fail for good."].map((text, index) => ({
    key: `row-${index}`,
    request: { contents: [{ parts: [{ text }] }] },
  }));
  const content = lines.map((line) => JSON.stringify(line)).join("\n");
  const config = { displayName: "rows", mimeType: "application/jsonl" };
  const file = await files.upload({ file: new Blob([content]), config });
  assert.deepEqual([file.displayName, file.sizeBytes], ["rows", String(content.length)]);
  const { name } = await batches.create({ model, src: file.name });
  const job = await ended(name);
  assert.equal(job.state, "JOB_STATE_SUCCEEDED");
  const downloadPath = fileURLToPath(new URL("output.jsonl", import.meta.url));
  await rm(downloadPath, { force: true });
  await files.download({ file: job.dest.fileName, downloadPath });
  const output = await downloaded(downloadPath);
  const [good, bad] = output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual([good.key, good.response.candidates.length], ["row-0", 1]);
  assert.deepEqual([bad.key, bad.error.code], ["row-1", 3]);
  assert.equal((await files.get({ name: job.dest.fileName })).source, "GENERATED");
  await files.delete({ name: file.name });
  await assert.rejects(files.get({ name: file.name }), { name: "ApiError", status: 404 });
}

/** The SDK sends parts of 8 MiB. */
async function largeFile() {
  const lines = Array.from({ length: 42 }, (_, index) => {
    const contents = [{ parts: [{ text: `${index} `.repeat(250_000) }] }];
    return JSON.stringify({ key: `row-${index}`, request: { contents } });
  });
  const content = lines.join("\n");
  assert.ok(content.length > 20_000_000);
  const config = { displayName: "large", mimeType: "application/jsonl" };
  const file = await files.upload({ file: new Blob([content]), config });
  assert.equal(file.sizeBytes, String(content.length));
  const { name } = await batches.create({ model, src: file.name });
  const job = await ended(name);
  assert.equal(job.state, "JOB_STATE_SUCCEEDED");
  const downloadPath = fileURLToPath(new URL("large.jsonl", import.meta.url));
  await rm(downloadPath, { force: true });
  await files.download({ file: job.dest.fileName, downloadPath });
  const keys = (await downloaded(downloadPath))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).key);
  assert.deepEqual(
    keys,
    lines.map((_, index) => `row-${index}`),
  );
}

/** The SDK returns before it has written the file. */
async function downloaded(path) {
  for (let tries = 0; tries < 100; tries++) {
    const text = await readFile(path, "utf8").catch(() => "");
    if (text.endsWith("\n")) return text;
    await sleep(100);
  }
  throw new Error(`Expected ${path} to be written.`);
}

async function endedEarly() {
  for (const [count, state] of [
    [40, "JOB_STATE_EXPIRED"],
    [30, "JOB_STATE_CANCELLED"],
  ]) {
    const { name } = await batches.create({ model, src: requests(count) });
    const job = await ended(name);
    assert.deepEqual([job.state, job.dest.inlinedResponses.length], [state, count / 2]);
  }
  const { name } = await batches.create({ model, src: requests(200) });
  await batches.cancel({ name });
  assert.equal((await ended(name)).state, "JOB_STATE_CANCELLED");
}

async function pages() {
  const made = [];
  for (const key of ["x", "y", "z"])
    made.unshift((await batches.create({ model, src: [request(key)] })).name);
  const names = [];
  for await (const { name } of await batches.list({ config: { pageSize: 2 } })) names.push(name);
  assert.deepEqual(names.slice(0, 3), made);
  assert.ok(names.length > 3);
}

for (const part of [wholeLife, withFiles, largeFile, endedEarly, pages]) {
  await part();
  console.log(`@google/genai (Node): ${part.name} passed`);
}
