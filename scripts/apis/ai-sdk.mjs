// Runs the Vercel AI SDK's own batch code, unmodified, against an API: `judge.mjs anthropic|gemini|openai`. `run.mjs` starts it with
// the variables of that API's SDK set, in a folder with the AI SDK.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import {
  experimental_cancelBatch as cancelBatch,
  experimental_getBatchResults as getBatchResults,
  experimental_getBatchStatus as getBatchStatus,
  experimental_listBatches as listBatches,
  experimental_startBatch as startBatch,
} from "ai";

/** How to open each API's provider. If an API has no lines for requests that did not run, `unfinished` is false. */
const PROVIDERS = {
  anthropic: {
    open: async () => (await import("@ai-sdk/anthropic")).createAnthropic,
    baseURL: `${process.env.ANTHROPIC_BASE_URL}/v1`,
    model: "claude-sonnet-4-5",
  },
  gemini: {
    open: async () => (await import("@ai-sdk/google")).createGoogle,
    baseURL: `${process.env.GOOGLE_GEMINI_BASE_URL}/v1beta`,
    apiKey: process.env.GEMINI_API_KEY,
    model: "gemini-2.5-flash",
    unfinished: false,
  },
  openai: {
    open: async () => (await import("@ai-sdk/openai")).createOpenAI,
    baseURL: process.env.OPENAI_BASE_URL,
    model: "gpt-4o-mini",
  },
};

const [api] = process.argv.slice(2);
const { open, baseURL, model, apiKey, unfinished = true } = PROVIDERS[api];
const provider = (await open())({ baseURL, ...(apiKey && { apiKey }) });

function request(id, prompt = `Say something about ${id}.`) {
  return { id, type: "text", model, maxOutputTokens: 1000, prompt };
}

function requests(count) {
  return Array.from({ length: count }, (_, index) => request(`row-${index}`));
}

async function start(batch) {
  const { version, id, provider: name } = await startBatch({ provider, requests: batch });
  return { version, id, provider: name };
}

async function ended(batch) {
  for (let polls = 0; polls < 200; polls++) {
    const status = await getBatchStatus({ provider, batch });
    if (status.status !== "pending") return status;
    await sleep(200);
  }
  throw new Error(`${batch.id} has not ended`);
}

async function resultsOf(batch) {
  const results = [];
  for await (const result of getBatchResults({ provider, batch })) results.push(result);
  return results;
}

async function kindsOf(batch) {
  await ended(batch);
  const kinds = {};
  for (const { status } of await resultsOf(batch)) kinds[status] = (kinds[status] ?? 0) + 1;
  return kinds;
}

async function wholeLife() {
  const batch = await start([request("good"), request("bad", "Please fail for good.")]);
  const { status, requestCounts } = await ended(batch);
  assert.deepEqual(
    [status, requestCounts],
    ["completed", { total: 2, pending: 0, completed: 1, failed: 1 }],
  );
  const [good, bad] = await resultsOf(batch);
  assert.deepEqual([good.id, good.status, good.finishReason], ["good", "succeeded", "stop"]);
  assert.ok(good.text.length > 0 && good.usage.outputTokens > 0);
  assert.deepEqual([bad.id, bad.status], ["bad", "failed"]);
}

async function partialRows() {
  for (const [count, end] of [
    [40, "expired"],
    [30, "cancelled"],
  ]) {
    const half = count / 2;
    const kinds = { succeeded: half, ...(unfinished && { [end]: half }) };
    assert.deepEqual(await kindsOf(await start(requests(count))), kinds);
  }
}

async function canceled() {
  const batch = await start(requests(200));
  await cancelBatch({ provider, batch });
  const { cancelled = 0, succeeded = 0 } = await kindsOf(batch);
  assert.ok(succeeded < 200);
  assert.equal(cancelled, unfinished ? 200 - succeeded : 0);
}

async function twoPages() {
  const made = [];
  for (const name of ["x", "y", "z"]) made.unshift((await start([request(name)])).id);
  const first = await listBatches({ provider, limit: 2 });
  const second = await listBatches({ provider, limit: 2, cursor: first.nextCursor });
  const ids = [...first.batches, ...second.batches].map(({ id }) => id);
  assert.deepEqual(ids.slice(0, 3), made);
}

/** Requests too large to send inline, which the AI SDK uploads as a file. */
async function asFile() {
  const text = "word ".repeat(210_000);
  const large = Array.from({ length: 21 }, (_, n) => request(`row-${n}`, text));
  const batch = await start(large);
  assert.deepEqual(await kindsOf(batch), { succeeded: 21 });
  const ids = (await resultsOf(batch)).map(({ id }) => id);
  assert.deepEqual(ids.sort(), large.map(({ id }) => id).sort());
}

const parts = api === "gemini" ? [asFile] : [];
for (const part of [...parts, wholeLife, partialRows, canceled, twoPages]) {
  await part();
  console.log(`ai (${api}): ${part.name} passed`);
}
