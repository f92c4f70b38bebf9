import { describe, expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { REACHES } from "./reaches.ts";

describe.each(REACHES)("health %s", (_, reach) => {
  test("counts what is there, and tells how the process is doing", async () => {
    await using sim = await startTestSimulator();
    const before = await reach(sim).health();
    await sim.client.submit({ inputs: ["a"] });
    await sim.clientOf("other").submit({ inputs: ["a"] });
    while (sim.allExchanges.length < 2) await new Promise(setImmediate);
    const health = await reach(sim).health();
    expect(health).toEqual({
      status: "ok",
      version: sim.version,
      ...(await reach(sim)
        .health()
        .then(({ role, leader, term }) => ({ role, leader, term }))),
      uptimeMs: expect.any(Number),
      eventLoopDelay: {
        p50Ms: expect.any(Number),
        p99Ms: expect.any(Number),
        worstMs: expect.any(Number),
      },
      heap: { usedBytes: expect.any(Number), limitBytes: expect.any(Number) },
      sandboxes: 3,
      jobs: 2,
      exchanges: 2,
    });
    const { uptimeMs, eventLoopDelay, heap } = health;
    expect(uptimeMs).toBeGreaterThanOrEqual(before.uptimeMs);
    expect(eventLoopDelay.p99Ms).toBeGreaterThanOrEqual(eventLoopDelay.p50Ms);
    expect(eventLoopDelay.worstMs).toBeGreaterThanOrEqual(eventLoopDelay.p99Ms);
    expect(heap.usedBytes).toBeLessThan(heap.limitBytes);
  });
});

test("health tells of a blocked event loop", async () => {
  await using sim = await startTestSimulator();
  let worstMs = 0;
  // The monitor measures from its first turn on, and notices a delay at the turn after it.
  while (worstMs < 40) {
    block(60);
    await new Promise(setImmediate);
    worstMs = (await sim.control.health()).eventLoopDelay.worstMs;
  }
  expect(worstMs).toBeLessThan(60_000);
});

function block(durationMs: number): void {
  const end = performance.now() + durationMs;
  while (performance.now() < end);
}
