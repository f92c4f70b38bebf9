import { describe, expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { isSigned, startReceiver } from "../support/webhook-receiver.ts";
import { REACHES, rejection } from "./reaches.ts";

const WEBHOOKS = "assumptions: { webhooks: standard }\nprofiles: [{ running: 10s }]";

describe.each(REACHES)("webhooks %s", (_, reach) => {
  test("an endpoint is added, and a poll clock moves to the delivery that a test waits for", async () => {
    await using receiver = await startReceiver((response, before) => {
      response.writeHead(before === 0 ? 503 : 200).end();
    });
    await using sim = await startTestSimulator({ yaml: WEBHOOKS });
    const { webhooks, waitForDelivery, clock, snapshot } = reach(sim);
    const added = await webhooks.add({ url: receiver.url });
    expect(added).toEqual({
      endpointId: expect.stringMatching(/^test-\w{22}$/),
      url: receiver.url,
      events: ["job.succeeded", "job.failed", "job.cancelled"],
      secret: expect.stringMatching(/^whsec_/),
    });
    const jobId = await sim.client.submit({ inputs: ["a"] });
    const delivery = await waitForDelivery({ jobId, event: "job.succeeded" });
    const { eventAt } = delivery;
    const attempt = {
      wallAt: expect.any(Number),
      durationMs: expect.any(Number),
      end: "responded",
    };
    expect(delivery).toEqual({
      deliveryId: receiver.received[0]?.headers["webhook-id"],
      endpointId: added.endpointId,
      event: "job.succeeded",
      jobId,
      eventAt,
      isAccepted: true,
      attempts: [
        { ...attempt, at: eventAt, url: receiver.url, status: 503 },
        { ...attempt, at: eventAt + 5000, url: receiver.url, status: 200 },
      ],
    });
    expect(eventAt).toBeGreaterThan(VIRTUAL_START);
    expect(await clock.now()).toBe(eventAt + 5000);
    expect(await webhooks.deliveries({ jobId })).toEqual([delivery]);
    expect(await webhooks.deliveries({ event: "job.failed" })).toEqual([]);
    const [message] = receiver.received;
    expect(message !== undefined && isSigned(message, added.secret)).toBe(true);
    expect(await snapshot()).toMatchObject({ endpoints: [added], deliveries: [delivery] });
  });

  test("a snapshot shows the secret of an endpoint for which the scenario has none", async () => {
    await using receiver = await startReceiver();
    const yaml = `${WEBHOOKS}\nwebhooks: [{ url: "${receiver.url}" }]`;
    await using sim = await startTestSimulator({ yaml });
    const { waitForDelivery, snapshot } = reach(sim);
    await sim.client.submit({ inputs: ["a"] });
    await waitForDelivery();
    const { endpoints } = await snapshot();
    const [message] = receiver.received;
    expect(message !== undefined && isSigned(message, endpoints[0]?.secret ?? "")).toBe(true);
    await using again = await startTestSimulator({ yaml });
    expect((await reach(again).snapshot()).endpoints).toEqual(endpoints);
  });

  test("waiting for a delivery ends if none will be made, or after a timeout", async () => {
    await using sim = await startTestSimulator({ yaml: WEBHOOKS });
    const { waitForDelivery, sandbox } = reach(sim);
    const message = (end: string) =>
      `Failed to wait for a delivery that matches \`{}\`: none was attempted${end}. Check the endpoint, its events, and the list from \`webhooks.deliveries()\`.`;
    expect(await rejection(waitForDelivery())).toMatchObject({
      code: "SIM_TIMEOUT",
      message: message(", and no attempt is scheduled"),
    });
    await using box = await sandbox({ clock: "manual" });
    expect(await rejection(box.waitForWebhook({}, { timeout: 20 }))).toMatchObject({
      code: "SIM_TIMEOUT",
      message: message(" within 20ms"),
    });
  });

  test("a wait for longer than a timer can take goes on", async () => {
    await using sim = await startTestSimulator({ yaml: WEBHOOKS });
    await using box = await reach(sim).sandbox({ clock: "manual" });
    const waiting = box.waitForWebhook({}, { timeout: "60000m" }).catch(({ code }) => code);
    const isOver = await Promise.race([
      waiting,
      rejection(box.waitForWebhook({}, { timeout: 20 })),
    ]);
    expect(isOver).toMatchObject({ code: "SIM_TIMEOUT", message: expect.stringContaining("20ms") });
  });

  test("an endpoint is refused with the reason", async () => {
    await using silent = await startTestSimulator();
    expect(
      await rejection(reach(silent).webhooks.add({ url: "http://127.0.0.1:1/" })),
    ).toMatchObject({
      code: "SIM_ARGUMENT",
      message:
        "Failed to add the endpoint: the service sends no webhooks. Use an API with webhooks, or set `assumptions: { webhooks: standard }` in the scenario.",
    });
    await using sim = await startTestSimulator({ yaml: WEBHOOKS });
    const { webhooks } = reach(sim);
    expect(await rejection(webhooks.add({ url: "file:///etc/passwd" }))).toMatchObject({
      message: "Expected `url` to be an HTTP URL, got `file:///etc/passwd`.",
    });
    const events = ["job.done"];
    expect(await rejection(webhooks.add({ url: "http://127.0.0.1:1/", events }))).toMatchObject({
      message:
        "Expected `events` to be one or more of `job.succeeded`, `job.failed`, `job.cancelled`, got `job.done`.",
    });
  });
});

test("a trace has the deliveries of each sandbox, if there are any", async () => {
  await using receiver = await startReceiver();
  const yaml = `${WEBHOOKS}\nwebhooks: [{ url: "${receiver.url}" }]`;
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  await sim.client.submit({ inputs: ["a"] });
  const before = await sim.control.trace();
  expect(before.sandboxes.map(({ deliveries }) => deliveries)).toEqual([undefined]);
  await sim.clock.advance("1h");
  const deliveries = await sim.control.webhooks.deliveries();
  expect(deliveries).toHaveLength(1);
  const { sandboxes } = await sim.control.trace();
  expect(sandboxes.map((each) => each.deliveries)).toEqual([deliveries]);
});
