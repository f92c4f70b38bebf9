import { Agent } from "node:http";
import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { begin, faulted, firstJobs, scenarioOf, see, until } from "./wire.ts";

const path = "/try-authentication";
const create = { method: "POST", path: "/batch-inference", body: '{"inputs":["a"]}' };
const START = Date.parse("2030-01-01T00:00:00Z");

test("delay on a poll clock: the answer comes at once, and the clock has moved", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("delay: 90s") });
  const { status, headers, body } = await sim.client.json("GET", path);
  expect([status, body, headers.get("date"), headers.get("x-sim-fault")]).toEqual([
    200,
    { authenticated: true },
    "Tue, 01 Jan 2030 00:01:30 GMT",
    "f",
  ]);
  expect(await sim.clock.now()).toBe(START + 90_000);
  expect(faulted(sim)).toEqual({ fault: "f", status: 200, end: "finished" });
  expect((await sim.client.json("GET", path)).headers.get("x-sim-fault")).toBe(null);
});

test("delay on a manual clock: the request waits for the clock, and the work is done then", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("delay: 5s", "createJob"),
    clock: "manual",
  });
  const { met, answered } = await begin(sim, create);
  await sim.clock.advance(4999);
  expect(met).toEqual([]);
  expect((await sim.client.json("GET", "/list-jobs")).body).toEqual({ jobs: [] });
  await sim.clock.advance(1);
  const { status, headers, body } = await answered;
  expect([status, headers["date"]]).toEqual([200, "Tue, 01 Jan 2030 00:00:05 GMT"]);
  const job = await sim.client.job(JSON.parse(String(body)).job_id);
  expect(job["datetime_created"]).toBe("2030-01-01T00:00:05.000Z");
});

test("delay in phase response: the work is done at once, and the answer comes later", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("delay: 5s, phase: response", "createJob"),
    clock: "manual",
  });
  const { met, answered } = await begin(sim, create);
  expect(await firstJobs(sim)).toEqual([
    expect.objectContaining({ datetime_created: "2030-01-01T00:00:00.000Z" }),
  ]);
  expect(met).toEqual([]);
  await sim.clock.advance("5s");
  expect((await answered).headers["date"]).toBe("Tue, 01 Jan 2030 00:00:05 GMT");
});

test("a client that goes away during a delay leaves nothing behind: the work is never done", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("delay: 5s", "createJob"),
    clock: "manual",
  });
  const { giveUp, answered } = await begin(sim, create);
  giveUp();
  expect(await answered).toMatchObject({ status: undefined, error: "ECONNRESET" });
  await until(() => sim.allExchanges.some(({ fault }) => fault !== undefined));
  expect(faulted(sim)).toEqual({ fault: "f", status: 0, end: "aborted" });
  await sim.clock.advance("1h");
  expect((await sim.client.json("GET", "/list-jobs")).body).toEqual({ jobs: [] });
});

test("the next request over the same connection is well", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("delay: 5s") });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [late, next] = [await see(sim, { path, agent }), await see(sim, { path, agent })];
  expect([late.headers["x-sim-fault"], next.headers["x-sim-fault"]]).toEqual(["f", undefined]);
  expect(next).toMatchObject({ status: 200, isReused: true, error: undefined });
  expect(String(next.body)).toBe('{"authenticated":true}');
  agent.destroy();
});

/** The duration of each of some calls on the sandbox's clock. */
async function delaysOf(delay: string, seed: number): Promise<number[]> {
  const yaml = `faults: [{ name: f, on: tryAuthentication, delay: ${delay} }]\n`;
  await using sim = await startTestSimulator({ yaml, seed });
  const delays: number[] = [];
  for (let turn = 0; turn < 40; turn++) {
    const before = await sim.clock.now();
    await sim.client.json("GET", path);
    delays.push((await sim.clock.now()) - before);
  }
  return delays;
}

const DISTRIBUTIONS = ["{ uniform: [1s, 3s] }", "{ lognormal: { median: 2s, p95: 10s } }"];

test.each(DISTRIBUTIONS)("delay %s: drawn for each call from the seed", async (delay) => {
  const delays = await delaysOf(delay, 1);
  expect(new Set(delays).size).toBeGreaterThan(35);
  const median = [...delays].sort((a, b) => a - b)[20] ?? 0;
  expect(median).toBeGreaterThan(1200);
  expect(median).toBeLessThan(3000);
  expect(await delaysOf(delay, 1)).toEqual(delays);
  expect(await delaysOf(delay, 2)).not.toEqual(delays);
});

test("delays of one job's calls don't depend on requests for another", async () => {
  const yaml =
    "faults: [{ name: f, on: getJobStatus, delay: { uniform: [1ms, 1000s] } }]\nprofiles: [{ outcome: { stuck: { in: queued } } }]\n";
  const dates = async (between: number): Promise<(string | null)[]> => {
    await using sim = await startTestSimulator({ yaml, clock: "poll:1ms" });
    const [one, other] = [
      await sim.client.submit({ inputs: ["a"] }),
      await sim.client.submit({ inputs: ["b"] }),
    ];
    const delays: (string | null)[] = [];
    for (let turn = 0; turn < 5; turn++) {
      for (let asked = 0; asked < between; asked++) await sim.client.state(other);
      const before = await sim.clock.now();
      await sim.client.state(one);
      delays.push(String((await sim.clock.now()) - before));
    }
    return delays;
  };
  expect(await dates(2)).toEqual(await dates(0));
});
