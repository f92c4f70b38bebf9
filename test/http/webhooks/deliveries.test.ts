import { expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../../src/core/time.ts";
import {
  call,
  chatLine,
  createBatch,
  ended,
  type Json,
  startOpenAi,
  uploaded,
} from "../../support/openai-client.ts";
import { overlayFile } from "../../support/overlay-file.ts";
import { startTestSimulator, type TestSimulator } from "../../support/simulator.ts";
import { isSigned, type Received, startReceiver } from "../../support/webhook-receiver.ts";

const SECONDS = VIRTUAL_START / 1000;

async function subscribed(sim: TestSimulator, url: string): Promise<Json> {
  const event_types = ["batch.completed", "batch.failed"];
  const made = await call(sim, "POST", "/webhook_endpoints", { name: "jobs", url, event_types });
  expect(made.status).toBe(200);
  return made.body;
}

async function batch(sim: TestSimulator): Promise<string> {
  const fileId = await uploaded(sim, [chatLine("a")]);
  return String((await createBatch(sim, fileId)).body["id"]);
}

test("a receiver that fails twice gets the third attempt exactly when the schedule says", async () => {
  await using receiver = await startReceiver((response, before) => {
    response.writeHead(before < 2 ? 500 : 204).end();
  });
  await using sim = await startOpenAi({ clock: "manual", yaml: "profiles: [{ running: 10s }]" });
  const { signing_secret } = await subscribed(sim, receiver.url);
  const id = await batch(sim);
  await sim.clock.advanceUntil({ jobId: id, state: "succeeded" });
  const now = await sim.clock.now();
  expect(receiver.received).toHaveLength(1);
  await sim.clock.advance("4999ms");
  expect(receiver.received).toHaveLength(1);
  await sim.clock.advance("1ms");
  expect(receiver.received).toHaveLength(2);
  await sim.clock.advance("3d");
  expect(receiver.received).toHaveLength(3);
  const [first, second, third] = receiver.received;
  if (first === undefined || third === undefined) throw new Error("unreachable");
  expect(JSON.parse(first.body)).toEqual({
    id: expect.stringMatching(/^evt_\w{22}$/),
    object: "event",
    created_at: Math.floor(now / 1000),
    type: "batch.completed",
    data: { id },
  });
  expect([second?.body, third.body]).toEqual([first.body, first.body]);
  expect(third.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  expect(isSigned(first, String(signing_secret))).toBe(true);
  expect(isSigned(third, "whsec_AAAA")).toBe(false);
  expect(Math.abs(Number(first.headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(60);
  expect(first.headers).toMatchObject({ "content-type": "application/json" });
  expect(SECONDS).toBeLessThan(now / 1000);
});

const SECRET = `whsec_${Buffer.from("a secret of this test").toString("base64")}`;

test("the default service sends webhooks only if the assumption says so", async () => {
  await using receiver = await startReceiver();
  const yaml = `webhooks: [{ url: "${receiver.url}", secret: ${SECRET} }]`;
  const story = "assumptions: { webhooks: standard }";
  await using silent = await startTestSimulator({
    clock: "manual",
    yaml,
    onNotice: () => {},
  });
  await silent.client.submit({ inputs: ["a"] });
  await silent.clock.advance("1d");
  expect(receiver.received).toEqual([]);
  await using sim = await startTestSimulator({ clock: "manual", yaml: `${yaml}\n${story}` });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("1d");
  const [message] = receiver.received;
  expect(receiver.received).toHaveLength(1);
  expect(JSON.parse(message?.body ?? "")).toEqual({
    type: "job.succeeded",
    timestamp: expect.stringMatching(/^2030-01-01T/),
    data: { job_id: jobId, status: "SUCCEEDED" },
  });
  expect(message !== undefined && isSigned(message, SECRET)).toBe(true);
});

test("an overlay's Authorization takes precedence over the credentials in a receiver's URL", async () => {
  await using receiver = await startReceiver();
  const overlays = [
    await overlayFile(
      "- { target: \"$['x-webhooks'].headers\", update: { authorization: Bearer of-the-overlay } }",
    ),
  ];
  const url = receiver.url.replace("//", "//me:100%25@");
  const yaml = `assumptions: { webhooks: standard }\nwebhooks: [{ url: "${url}" }]`;
  for (const options of [{}, { overlays }]) {
    await using sim = await startTestSimulator({ clock: "manual", yaml, ...options });
    await sim.client.submit({ inputs: ["a"] });
    await sim.clock.advance("1d");
  }
  expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual([
    `Basic ${Buffer.from("me:100%").toString("base64")}`,
    "Bearer of-the-overlay",
  ]);
});

/** The deliveries about two jobs to a receiver that accepts everything, with a fault. */
async function receivedWith(fault: string): Promise<readonly Received[]> {
  await using receiver = await startReceiver();
  await using sim = await startTestSimulator({
    clock: "manual",
    yaml: [
      "assumptions: { webhooks: standard }",
      `webhooks: [{ url: "${receiver.url}", secret: ${SECRET} }]`,
      `deliveries: [${fault}]`,
    ].join("\n"),
  });
  for (const input of ["a", "b"]) {
    await sim.client.submit({ inputs: [input] });
    await sim.clock.advance("10m");
  }
  await sim.clock.advance("3d");
  return receiver.received;
}

const signed = (message: Received): boolean => isSigned(message, SECRET);
const ageOf = ({ headers }: Received): number =>
  Date.now() / 1000 - Number(headers["webhook-timestamp"]);
const isJson = ({ body }: Received): boolean => body.endsWith("}}");
const idOf = ({ headers }: Received): unknown => headers["webhook-id"];

test("faults of deliveries reach the receiver as they are described", async () => {
  const wrong = await receivedWith("{ index: 0, signature: wrong }");
  expect(wrong.map(signed)).toEqual([false, true, true]);
  const old = await receivedWith("{ index: 0, signature: old }");
  expect(old.map(signed)).toEqual([true, true, true]);
  expect(old.map((message) => ageOf(message) > 300)).toEqual([true, false, false]);
  const cut = await receivedWith("{ index: 0, truncate: 50% }");
  expect(cut.map(isJson)).toEqual([false, true, true]);
  expect(cut.map(signed)).toEqual([false, true, true]);
  const twice = await receivedWith("{ index: 0, twice: true }");
  expect(twice.map((message) => idOf(message) === idOf(twice[0] ?? message))).toEqual([
    ...[true, true, false],
  ]);
  const lost = await receivedWith("{ index: 0, lost: true }");
  expect(lost.map((message) => idOf(message) === idOf(lost[0] ?? message))).toEqual([
    ...[true, true, false],
  ]);
  const never = await receivedWith("{ index: 0, never: true }");
  const late = await receivedWith("{ index: 0, late: 1h }");
  const plain = await receivedWith("{ states: [failed], never: true }");
  expect(never.map(idOf)).toEqual(plain.slice(1).map(idOf));
  expect(late.map(idOf)).toEqual(plain.toReversed().map(idOf));
});

test("on the real clock, a delivery follows by itself, and a poll clock delivers as it moves", async () => {
  for (const clock of ["600x", "poll"] as const) {
    let arrived = (): void => {};
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await using receiver = await startReceiver((response) => {
      response.end();
      arrived();
    });
    await using sim = await startOpenAi({ clock });
    await subscribed(sim, receiver.url);
    const id = await batch(sim);
    if (clock === "poll") await ended(sim, id);
    await arrival;
    expect(receiver.received).toHaveLength(1);
  }
});

test("concurrent advances add up while deliveries are made, and each tells its own events", async () => {
  await using receiver = await startReceiver((response) => response.end());
  await using sim = await startOpenAi({ clock: "manual", yaml: "profiles: [{ running: 70s }]" });
  await subscribed(sim, receiver.url);
  const id = await batch(sim);
  const [first, second] = await Promise.all([sim.clock.advance("1m"), sim.clock.advance("1m")]);
  expect(await sim.clock.now()).toBe(VIRTUAL_START + 120_000);
  expect((await call(sim, "GET", `/batches/${id}`)).body["status"]).toBe("completed");
  const told = [...first.events, ...second.events].map((event) => JSON.stringify(event));
  expect(told.length).toBeGreaterThan(2);
  expect(new Set(told).size).toBe(told.length);
  expect(receiver.received).toHaveLength(1);
});

test("a redirect is a failed attempt, and is not followed", async () => {
  await using elsewhere = await startReceiver();
  await using receiver = await startReceiver((response, before) => {
    if (before > 0) response.end();
    else response.writeHead(307, { location: elsewhere.url }).end();
  });
  await using sim = await startTestSimulator({
    clock: "manual",
    yaml: `assumptions: { webhooks: standard }\nwebhooks: [{ url: "${receiver.url}" }]`,
  });
  await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("1d");
  expect([receiver.received.length, elsewhere.received]).toEqual([2, []]);
  const deliveries = await sim.control.webhooks.deliveries();
  expect(deliveries.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([
    [307, 200],
  ]);
});
