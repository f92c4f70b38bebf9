// Runs the Node SDK `openai`, unmodified, through the life of files and batches. `run.mjs` starts it with OPENAI_BASE_URL and
// OPENAI_API_KEY set, in a folder with the SDK.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import OpenAI, { toFile } from "openai";

const client = new OpenAI();
const endpoint = "/v1/chat/completions";

function line(custom_id, body = {}) {
  const messages = [{ role: "user", content: `Say something about ${custom_id}.` }];
  return {
    custom_id,
    method: "POST",
    url: endpoint,
    body: { model: "gpt-4o-mini", messages, ...body },
  };
}

async function create(lines) {
  const text = lines.map((each) => `${JSON.stringify(each)}\n`).join("");
  const file = await client.files.create({
    file: await toFile(Buffer.from(text), "input.jsonl"),
    purpose: "batch",
  });
  assert.equal(file.bytes, Buffer.byteLength(text));
  assert.equal(await (await client.files.content(file.id)).text(), text);
  return client.batches.create({ input_file_id: file.id, endpoint, completion_window: "24h" });
}

async function ended(id) {
  for (let polls = 0; polls < 200; polls++) {
    const batch = await client.batches.retrieve(id);
    if (["completed", "failed", "expired", "cancelled"].includes(batch.status)) return batch;
    await sleep(300);
  }
  throw new Error(`${id} has not ended`);
}

async function linesOf(fileId) {
  const text = await (await client.files.content(fileId)).text();
  const lines = text.split("\n").slice(0, -1);
  return new Map(lines.map(JSON.parse).map((each) => [each.custom_id, each]));
}

async function wholeLife() {
  const created = await create([line("a"), line("b", { messages: [] })]);
  assert.equal(created.status, "validating");
  const batch = await ended(created.id);
  assert.deepEqual(batch.request_counts, { total: 2, completed: 1, failed: 1 });
  const { response } = (await linesOf(batch.output_file_id)).get("a");
  assert.equal(response.body.choices[0].finish_reason, "stop");
  assert.equal((await linesOf(batch.error_file_id)).get("b").response.status_code, 400);
  const deleted = await client.files.delete(batch.output_file_id);
  assert.deepEqual(deleted, { id: batch.output_file_id, object: "file", deleted: true });
  await assert.rejects(client.files.retrieve(batch.output_file_id), OpenAI.NotFoundError);
}

async function canceled() {
  const created = await create(Array.from({ length: 200 }, (_, index) => line(`row-${index}`)));
  assert.equal((await client.batches.cancel(created.id)).status, "cancelling");
  const batch = await ended(created.id);
  assert.equal(batch.status, "cancelled");
  const errors = await linesOf(batch.error_file_id);
  const outputs = batch.output_file_id === null ? new Map() : await linesOf(batch.output_file_id);
  assert.equal(errors.size + outputs.size, 200);
  assert.ok([...errors.values()].every(({ error }) => error.code === "batch_cancelled"));
}

async function twoPages() {
  const made = [];
  for (const name of ["x", "y", "z"]) made.unshift((await create([line(name)])).id);
  const page = await client.batches.list({ limit: 2 });
  assert.deepEqual([page.data.map(({ id }) => id), page.has_more], [made.slice(0, 2), true]);
  const listed = [];
  for await (const { id } of client.batches.list({ limit: 2 })) listed.push(id);
  assert.deepEqual(listed.slice(0, 3), made);
  for (const id of made) assert.equal((await ended(id)).status, "completed");
}

for (const part of [wholeLife, canceled, twoPages]) {
  await part();
  console.log(`openai (Node): ${part.name} passed`);
}
