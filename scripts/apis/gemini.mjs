// Runs the Node SDK `@google/genai`, unmodified, through the life of batch jobs. `run.mjs` starts it with GOOGLE_GEMINI_BASE_URL and
// GEMINI_API_KEY set, in a folder with the SDK.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { GoogleGenAI, Type } from "@google/genai";

const { batches } = new GoogleGenAI({});
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

for (const part of [wholeLife, endedEarly, pages]) {
  await part();
  console.log(`@google/genai (Node): ${part.name} passed`);
}
