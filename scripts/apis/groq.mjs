// Runs the Node SDK `groq-sdk`, unmodified, through the life of files and batches. `run.mjs` starts it with GROQ_BASE_URL and
// GROQ_API_KEY set, in a folder with the SDK.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import Groq, { toFile } from "groq-sdk";

const client = new Groq();
const endpoint = "/v1/chat/completions";

function line(custom_id, body = {}) {
  const messages = [{ role: "user", content: `Say something about ${custom_id}.` }];
  const base = { model: "llama-3.3-70b-versatile", messages };
  return { custom_id, method: "POST", url: endpoint, body: { ...base, ...body } };
}

async function ended(id) {
  for (let polls = 0; polls < 200; polls++) {
    const batch = await client.batches.retrieve(id);
    if (["completed", "failed", "expired", "cancelled"].includes(batch.status)) return batch;
    await sleep(300);
  }
  throw new Error(`${id} has not ended`);
}

const text = [line("a"), line("b", { messages: [] })]
  .map((each) => `${JSON.stringify(each)}\n`)
  .join("");
const file = await client.files.create({
  file: await toFile(Buffer.from(text), "input.jsonl"),
  purpose: "batch",
});
const request = { input_file_id: file.id, endpoint, completion_window: "24h" };
const created = await client.batches.create(request);
const batch = await ended(created.id);
assert.deepEqual(batch.request_counts, { total: 2, completed: 1, failed: 1 });
const output = await (await client.files.content(batch.output_file_id)).text();
assert.equal(JSON.parse(output).response.body.choices[0].finish_reason, "stop");
const errors = await (await client.files.content(batch.error_file_id)).text();
assert.equal(JSON.parse(errors).response.status_code, 400);
assert.equal((await client.batches.list()).data[0].id, created.id);
assert.equal((await client.files.delete(file.id)).deleted, true);
await assert.rejects(client.files.info(file.id), Groq.NotFoundError);
console.log("groq-sdk (Node): the whole life passed");
