import type { ServerResponse } from "node:http";
import { expect, test } from "@jest/globals";
import { call, startOpenAi } from "../../support/openai-client.ts";
import { startTestSimulator, type TestSimulator } from "../../support/simulator.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";
import { idsIn } from "../support.ts";

/** A receiver's reaction to a delivery, given the number of earlier ones. */
type Receives = (sim: TestSimulator, response: ServerResponse, before: number) => Promise<void>;

/** Runs one job whose end is delivered to a client; returns the IDs and sentences of findings. */
async function judged(
  fault: string,
  receives: Receives,
  afterward: (sim: TestSimulator, jobId: string) => Promise<void> = async () => {},
) {
  let sim: TestSimulator | undefined;
  let done: Promise<void> = Promise.resolve();
  await using receiver = await startReceiver((response, before) => {
    if (sim !== undefined) done = receives(sim, response, before);
  });
  const yaml = [
    "assumptions: { webhooks: standard }",
    `webhooks: [{ url: "${receiver.url}" }]`,
    `deliveries: [${fault}]`,
  ].join("\n");
  await using made = await startTestSimulator({ clock: "manual", yaml });
  sim = made;
  const jobId = await made.client.submit({ inputs: ["a"] });
  for (let step = 0; step < 3; step++) {
    await made.clock.advance("10m");
    await done;
  }
  await afterward(made, jobId);
  const known = ["assumption-relied-on", "never-downloaded"];
  const found = made.report().findings.filter(({ id }) => !known.includes(id));
  return found.map(({ id, sentence }) => [
    id,
    sentence.replaceAll(jobId, "JOB").replace(receiver.url, "URL"),
  ]);
}

const jobIdIn = (sim: TestSimulator): Promise<string> =>
  sim.control.jobs.list().then(([first]) => String(first?.jobId));

const accept: Receives = async (_, response) => void response.end();

/** Downloads with each delivery, before it responds. */
const download: Receives = async (sim, response) => {
  await sim.client.jsonResults(await jobIdIn(sim));
  response.end();
};

test("webhook-handled-twice: two downloads after two deliveries with one ID; one download is fine", async () => {
  for (const fault of ["{ twice: true }", "{ lost: true }"])
    expect(await judged(fault, download)).toContainEqual([
      "webhook-handled-twice",
      "The client downloaded the results after each of two deliveries with the same delivery ID (`job.succeeded` about job JOB).",
    ]);
  const once: Receives = (sim, response, before) =>
    (before === 0 ? download : accept)(sim, response, before);
  expect(await judged("{ twice: true }", once)).toEqual([]);
  expect(await judged("{ lost: true }", once)).toEqual([]);
});

test("webhook-forgery-accepted: a 2xx to a bad signature or a cut body; a 4xx is fine", async () => {
  expect(await judged("{ signature: wrong }", accept)).toEqual([
    [
      "webhook-forgery-accepted",
      "The receiver accepted a delivery of `job.succeeded` about job JOB with a wrong or old signature: it responded with 200.",
    ],
  ]);
  expect(await judged("{ truncate: 10% }", accept)).toEqual([
    [
      "webhook-forgery-accepted",
      "The receiver accepted a delivery of `job.succeeded` about job JOB with a truncated body: it responded with 200.",
    ],
  ]);
  const strict: Receives = async (_, response, before) =>
    void response.writeHead(before === 0 ? 401 : 200).end();
  expect(await judged("{ signature: old }", strict)).toEqual([]);
});

test("webhook-slow: no response within five seconds; a quick error is fine", async () => {
  const hang: Receives = async (_, response, before) => {
    if (before > 0) response.end();
  };
  expect(await judged("{ index: 9, never: true }", hang)).toEqual([
    [
      "webhook-slow",
      "The receiver did not respond to a delivery of `job.succeeded` about job JOB within 5 seconds.",
    ],
  ]);
  const busy: Receives = async (_, response, before) =>
    void response.writeHead(before === 0 ? 503 : 200).end();
  expect(await judged("{ index: 9, never: true }", busy)).toEqual([]);
});

test("webhook-unanswered: a receiver that nobody hears; one that comes later is fine", async () => {
  await using sim = await startTestSimulator({
    clock: "manual",
    yaml: "assumptions: { webhooks: standard }\nwebhooks: [{ url: 'http://127.0.0.1:1/hook' }]",
  });
  await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("1m");
  const found = sim.report().findings.find(({ id }) => id === "webhook-unanswered");
  expect(found?.sentence).toBe(
    "The receiver at http://127.0.0.1:1/hook did not accept any of 2 attempts to deliver a webhook: the connection was refused (ECONNREFUSED).",
  );
  expect(idsIn(sim)).toContain("webhook-unanswered");
});

test("webhook-unanswered: a receiver that never responds", async () => {
  await using receiver = await startReceiver(() => {});
  await using sim = await startTestSimulator({
    clock: "manual",
    yaml: `assumptions: { webhooks: standard }\nwebhooks: [{ url: "${receiver.url}" }]\nprofiles: [{ running: 10s }]`,
  });
  await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("12s");
  const found = sim.report().findings.find(({ id }) => id === "webhook-unanswered");
  expect(found?.sentence).toBe(
    `The receiver at ${receiver.url} did not accept the only attempt to deliver a webhook: no response within 5 seconds.`,
  );
});

test("webhook-unanswered: a receiver that is too slow, and is gone at the next attempt", async () => {
  const receiver = await startReceiver(() => {});
  await using sim = await startTestSimulator({
    clock: "manual",
    yaml: `assumptions: { webhooks: standard }\nwebhooks: [{ url: "${receiver.url}" }]\nprofiles: [{ running: 10s }]`,
  });
  await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("12s");
  await receiver[Symbol.asyncDispose]();
  await sim.clock.advance("10s");
  const found = sim.report().findings.find(({ id }) => id === "webhook-unanswered");
  expect(found?.sentence).toBe(
    `The receiver at ${receiver.url} did not accept any of 2 attempts to deliver a webhook: no response within 5 seconds.`,
  );
});

test("webhook-unanswered: errors for all attempts; an error that an accepted retry follows is fine", async () => {
  const fails =
    (count: number): Receives =>
    async (_, response, before) =>
      void response.writeHead(before < count ? 500 : 200).end();
  expect(await judged("{ index: 9, never: true }", fails(9))).toEqual([
    ["never-looked-at", "The client created job JOB, but never requested its status or results."],
    [
      "webhook-unanswered",
      "The receiver at URL did not accept any of 3 attempts to deliver a webhook: its last response was 500.",
    ],
  ]);
  expect(await judged("{ index: 9, never: true }", fails(2))).toEqual([]);
});

test("webhook-polled-anyway: three polls after the webhook; one look is fine", async () => {
  const polls = (count: number) => async (sim: TestSimulator, jobId: string) => {
    // A poll in the millisecond of the delivery may have been sent before it.
    for (const told = Date.now(); Date.now() <= told + 1; )
      await sim.client.request("GET", "/get-quotas");
    for (let poll = 0; poll < count; poll++) await sim.client.state(jobId);
  };
  const found = await judged("{ index: 9, never: true }", accept, polls(3));
  expect(found).toContainEqual([
    "webhook-polled-anyway",
    "The client polled job JOB 3 times after accepting the delivery of `job.succeeded` about that job.",
  ]);
  expect(await judged("{ index: 9, never: true }", accept, polls(1))).toEqual([]);
});

test("a webhook about a canceled job's end replaces polls, also failed ones, but no download", async () => {
  await using receiver = await startReceiver();
  const yaml = `
assumptions: { webhooks: standard }
webhooks: [{ url: "${receiver.url}" }]
faults: [{ on: getJobStatus, after: 1, status: 503 }, { on: getResults, status: 503 }]`;
  await using sim = await startTestSimulator({ clock: "manual", yaml });
  const canceled = await sim.client.submit({ inputs: ["a"] });
  await sim.client.cancel(canceled);
  expect(await sim.client.state(canceled)).toBe("CANCELLING");
  const unread = await sim.client.submit({ inputs: ["b"] });
  await sim.client.cancel(unread);
  await sim.client.json("GET", `/job-status/${unread}`);
  expect(idsIn(sim)).toEqual(["cancel-not-followed", "cancelling-taken-for-end", "not-retried"]);
  const done = await sim.client.submit({ inputs: ["c"] });
  await sim.clock.advance("1h");
  await sim.client.jsonResults(done);
  const found = sim.report().findings.filter(({ severity }) => severity !== "info");
  expect(found.map(({ id, jobId }) => [id, jobId])).toEqual([["not-retried", done]]);
  await sim.client.cancel(done);
  await sim.clock.advance("1h");
  expect(idsIn(sim)).toEqual(["cancel-not-followed", "not-retried"]);
});

test("a test event's batch need not exist, and a receiver that isn't running makes no request invalid", async () => {
  await using receiver = await startReceiver();
  await using sim = await startOpenAi();
  const endpointAt = async (url: string): Promise<string> => {
    const settings = { name: "jobs", url, event_types: ["batch.completed"] };
    const { body } = await call(sim, "POST", "/webhook_endpoints", settings);
    return `/webhook_endpoints/${String(body["id"])}/test`;
  };
  const event = { event_type: "batch.completed" };
  expect(await call(sim, "POST", await endpointAt(receiver.url), event)).toMatchObject({
    status: 200,
  });
  const { data } = JSON.parse(receiver.received[0]?.body ?? "") as { data: { id: string } };
  expect((await call(sim, "GET", `/batches/${data.id}`)).status).toBe(404);
  const nobody = await endpointAt("http://127.0.0.1:1/");
  expect((await call(sim, "POST", nobody, event)).status).toBe(400);
  expect(idsIn(sim)).toEqual(["webhook-unanswered"]);
  await call(sim, "GET", "/batches/batch_another");
  await call(sim, "POST", nobody, { event_type: "video.failed" });
  expect(idsIn(sim).sort()).toEqual(["invalid-request", "unknown-job", "webhook-unanswered"]);
});
