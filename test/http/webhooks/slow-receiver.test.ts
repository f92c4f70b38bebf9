import type { ServerResponse } from "node:http";
import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../../support/simulator.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

test("two hundred deliveries to a receiver that holds them use 16 connections, and delay no request", async () => {
  const held: ServerResponse[] = [];
  let isHolding = true;
  await using receiver = await startReceiver((response) => {
    if (isHolding) held.push(response);
    else response.end();
  });
  const yaml = `assumptions: { webhooks: standard }\nwebhooks: [{ url: "${receiver.url}" }]`;
  await using sim = await startTestSimulator({ clock: "manual", yaml });
  const ids = await Promise.all(
    Array.from({ length: 200 }, () => sim.client.submit({ inputs: ["a"] })),
  );
  // All of the jobs end at once.
  await Promise.all(ids.map((jobId) => sim.control.jobs.force(jobId, "succeeded")));
  const advanced = sim.clock.advance("1s");
  while (held.length < 16) await new Promise((resolve) => setImmediate(resolve));
  for (let calls = 0; calls < 20; calls++) {
    expect((await sim.client.request("GET", "/get-quotas")).status).toBe(200);
    expect(held.length).toBe(16);
  }
  isHolding = false;
  for (const response of held) response.end();
  expect((await advanced).outstanding).toBeUndefined();
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(200);
  expect(receiver.received).toHaveLength(200);
});
