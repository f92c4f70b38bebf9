// Runs the Node SDK `@anthropic-ai/sdk`, unmodified, through the life of message batches. `run.mjs` starts it with
// ANTHROPIC_BASE_URL and ANTHROPIC_API_KEY set, in a folder with the SDK.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const { batches } = client.messages;

function request(custom_id, params = {}) {
  const messages = [{ role: "user", content: `Say something about ${custom_id}.` }];
  return {
    custom_id,
    params: { model: "claude-sonnet-4-5", max_tokens: 200, messages, ...params },
  };
}

async function ended(id) {
  for (let polls = 0; polls < 200; polls++) {
    const batch = await batches.retrieve(id);
    if (batch.processing_status === "ended") return batch;
    await sleep(300);
  }
  throw new Error(`${id} has not ended`);
}

async function resultsOf(id) {
  const results = [];
  for await (const result of await batches.results(id)) results.push(result);
  return results;
}

async function wholeLife() {
  const created = await batches.create({
    requests: [request("a"), request("b", { max_tokens: 0 })],
  });
  assert.equal(created.type, "message_batch");
  const batch = await ended(created.id);
  assert.deepEqual(batch.request_counts, {
    processing: 0,
    succeeded: 1,
    errored: 1,
    canceled: 0,
    expired: 0,
  });
  const [a, b] = await resultsOf(created.id);
  assert.equal(a.result.message.content[0].type, "text");
  assert.equal(b.result.error.error.type, "invalid_request_error");
  assert.deepEqual(await batches.delete(created.id), {
    id: created.id,
    type: "message_batch_deleted",
  });
  await assert.rejects(batches.retrieve(created.id), Anthropic.NotFoundError);
}

async function canceled() {
  const requests = Array.from({ length: 200 }, (_, index) => request(`row-${index}`));
  const created = await batches.create({ requests });
  assert.equal((await batches.cancel(created.id)).processing_status, "canceling");
  const batch = await ended(created.id);
  const results = await resultsOf(created.id);
  assert.equal(results.length, 200);
  const count = results.filter(({ result }) => result.type === "canceled").length;
  assert.equal(count, batch.request_counts.canceled);
  assert.ok(count > 0);
}

async function endedEarly() {
  for (const [count, kind] of [
    [40, "expired"],
    [30, "canceled"],
  ]) {
    const requests = Array.from({ length: count }, (_, index) => request(`row-${index}`));
    const created = await batches.create({ requests });
    assert.equal((await ended(created.id)).request_counts[kind], count / 2);
    const types = (await resultsOf(created.id)).map(({ result }) => result.type);
    assert.deepEqual([...new Set(types)], ["succeeded", kind]);
    assert.equal(types.indexOf(kind), count / 2);
  }
}

async function retried() {
  for (const status of [429, 529]) {
    const faults = [{ on: "getJob", status, headers: { "retry-after": "0" }, times: 1 }];
    const response = await fetch(`${process.env.BATCH_SIM_CONTROL_URL}/faults`, {
      method: "POST",
      headers: { "x-api-key": client.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ faults }),
    });
    assert.equal(response.status, 200);
  }
  const created = await batches.create({ requests: [request("retried")] });
  await ended(created.id);
  await resultsOf(created.id);
}

async function twoPages() {
  const made = [];
  for (const name of ["x", "y", "z"])
    made.unshift((await batches.create({ requests: [request(name)] })).id);
  const page = await batches.list({ limit: 2 });
  assert.deepEqual([page.data.map(({ id }) => id), page.has_more], [made.slice(0, 2), true]);
  const listed = [];
  for await (const { id } of batches.list({ limit: 2 })) listed.push(id);
  assert.deepEqual(listed.slice(0, 3), made);
  for (const id of made) {
    await ended(id);
    await resultsOf(id);
  }
}

for (const part of [wholeLife, canceled, endedEarly, retried, twoPages]) {
  await part();
  console.log(`@anthropic-ai/sdk (Node): ${part.name} passed`);
}
