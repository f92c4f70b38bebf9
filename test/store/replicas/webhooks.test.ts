import { expect, test } from "@jest/globals";
import { startPostgres } from "../../../scripts/postgres.mjs";
import { startSimulator } from "../../../src/index.ts";
import { Client } from "../../support/client.ts";
import { PATIENCE } from "../../support/storage.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

test("of several replicas, only the leader sends, and its successor doesn't repeat what was accepted", async () => {
  const postgres = await startPostgres();
  try {
    await using receiver = await startReceiver();
    const options = {
      store: `${postgres.url()}?${PATIENCE}`,
      clock: "manual",
      scenario: { assumptions: { webhooks: "standard" }, webhooks: [{ url: receiver.url }] },
    } as const;
    const leader = await startSimulator(options);
    const followers = [await startSimulator(options), await startSimulator(options)];
    const [first, second] = followers;
    if (first === undefined || second === undefined) throw new Error("Expected two followers.");
    const client = new Client(first, first.apiKey);
    const jobs = [await client.submit({ inputs: ["a"] }), await client.submit({ inputs: ["b"] })];
    await second.clock.advance("1h");
    const told = (): readonly string[] =>
      receiver.received.map(({ headers }) => String(headers["webhook-id"]));
    expect(new Set(told()).size).toBe(jobs.length);
    expect(told()).toHaveLength(jobs.length);
    await leader.close();
    await first.clock.advance("1h");
    await client.submit({ inputs: ["c"] });
    await second.clock.advance("1h");
    expect(new Set(told()).size).toBe(jobs.length + 1);
    expect(told()).toHaveLength(jobs.length + 1);
    for (const each of followers) await each.close();
  } finally {
    await postgres.stop();
  }
}, 60_000);
