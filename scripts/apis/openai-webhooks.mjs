// Receives webhooks with the unmodified Node SDK `openai` and with the library `standardwebhooks`: both must accept what the
// service sends, and reject what the scenario has damaged. `run.mjs` starts it like the other judges.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import OpenAI, { toFile } from "openai";
import { Webhook } from "standardwebhooks";

const client = new OpenAI();
const { BATCH_SIM_CONTROL_URL: control, OPENAI_API_KEY: key } = process.env;

const received = [];
const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.end();
  });
}).listen(0, "127.0.0.1");
await once(server, "listening");

async function createBatch(name) {
  const messages = [{ role: "user", content: name }];
  const body = { model: "gpt-4o-mini", messages };
  const line = { custom_id: name, method: "POST", url: "/v1/chat/completions", body };
  const file = await client.files.create({
    file: await toFile(Buffer.from(`${JSON.stringify(line)}\n`), "input.jsonl"),
    purpose: "batch",
  });
  const batch = { endpoint: line.url, completion_window: "24h" };
  return (await client.batches.create({ input_file_id: file.id, ...batch })).id;
}

async function delivered(jobId) {
  const response = await fetch(`${control}/deliveries/wait`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ jobId, timeout: "60s" }),
  });
  assert.equal(response.status, 200, await response.text());
  const ofJob = received.splice(0);
  return ofJob;
}

const url = `http://127.0.0.1:${server.address().port}/hook`;
const event_types = ["batch.completed"];
const endpoint = await client.webhooks.create({ name: "judge", url, event_types });
const { signing_secret: secret } = endpoint;
const others = Buffer.from("the secret of somebody else").toString("base64");

async function judge({ headers, body }, isGood) {
  const verify = () => new Webhook(secret).verify(body, headers);
  if (!isGood) {
    await assert.rejects(client.webhooks.unwrap(body, headers, secret));
    assert.throws(verify);
    return undefined;
  }
  const event = await client.webhooks.unwrap(body, headers, secret);
  assert.deepEqual(verify(), event);
  await assert.rejects(client.webhooks.unwrap(body, headers, `whsec_${others}`));
  return event;
}

for (const damage of ["wrong signature", "old timestamp", "cut body"]) {
  const id = await createBatch(damage);
  const [bad, good] = await delivered(id);
  await judge(bad, false);
  assert.deepEqual((await judge(good, true)).data, { id });
  console.log(`openai (Node) and standardwebhooks: rejected a delivery with ${damage}`);
}
const rotated = await client.webhooks.rotateSecret(endpoint.id, {
  keep_old_secret_active_for_24_hours: true,
});
assert.notEqual(rotated.signing_secret, secret);
const result = await client.webhooks.test(endpoint.id, { event_type: "batch.failed" });
assert.equal(result.status_code, 200);
const [sample] = received.splice(0);
for (const each of [secret, rotated.signing_secret])
  assert.equal(
    (await client.webhooks.unwrap(sample.body, sample.headers, each)).type,
    "batch.failed",
  );
const listed = [];
for await (const { id } of client.webhooks.list()) listed.push(id);
assert.deepEqual(listed, [endpoint.id]);
const renamed = await client.webhooks.update(endpoint.id, { name: "other" });
assert.equal((await client.webhooks.retrieve(endpoint.id)).name, renamed.name);
assert.equal((await client.webhooks.delete(endpoint.id)).deleted, true);
await assert.rejects(client.webhooks.retrieve(endpoint.id), OpenAI.NotFoundError);
console.log("openai (Node): endpoints passed");
server.close();
