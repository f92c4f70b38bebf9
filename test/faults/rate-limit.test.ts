import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

const yaml = "faults: [{ name: f, on: tryAuthentication, rateLimit: { requests: 2, per: 1m } }]\n";

/** A call's status and the time to wait. */
async function call(sim: TestSimulator): Promise<unknown[]> {
  const { status, headers, body } = await sim.client.json("GET", "/try-authentication");
  const wait = headers.get("retry-after");
  return wait === null ? [status] : [status, wait, headers.get("x-sim-fault"), body];
}

test("rateLimit: the calls past the limit are refused with the time to wait, until it is over", async () => {
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const refusal = (seconds: number): unknown[] => [
    429,
    String(seconds),
    "f",
    { detail: `The rate limit of 2 requests in 1m was exceeded. Retry after ${seconds} s.` },
  ];
  expect([await call(sim), await call(sim)]).toEqual([[200], [200]]);
  expect(await call(sim)).toEqual(refusal(30));
  await sim.clock.advance(29_999);
  expect(await call(sim)).toEqual(refusal(1));
  await sim.clock.advance(1);
  expect(await call(sim)).toEqual([200]);
  expect(await call(sim)).toEqual(refusal(30));
  await sim.clock.advance("1h");
  expect([await call(sim), await call(sim)]).toEqual([[200], [200]]);
  expect(await call(sim)).toEqual(refusal(30));
});

test("rateLimit on a scaled clock: the time to wait is the wall's", async () => {
  await using sim = await startTestSimulator({ yaml, clock: "10x" });
  const answers = [await call(sim), await call(sim), await call(sim)];
  expect(answers.map(([status]) => status)).toEqual([200, 200, 429]);
  // 30 s of the sandbox's clock, less what the calls took.
  expect(["2", "3"]).toContain(answers[2]?.[1]);
});

test("rateLimit on a poll clock: a refused call moves the clock to when one would pass", async () => {
  await using sim = await startTestSimulator({ yaml });
  const before = await sim.clock.now();
  const statuses: unknown[] = [];
  for (let turn = 0; turn < 6; turn++) statuses.push((await call(sim))[0]);
  expect(statuses).toEqual([200, 200, 429, 200, 429, 200]);
  expect((await sim.clock.now()) - before).toBe(60_000);
});

test("rateLimit of one key doesn't count another's calls", async () => {
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  for (let turn = 0; turn < 3; turn++) await call(sim);
  const { status } = await sim.clientOf("other").json("GET", "/try-authentication");
  expect(status).toBe(200);
});

test("two hundred calls at once take the tokens that there are, and no more", async () => {
  await using sim = await startTestSimulator({
    yaml: "faults: [{ name: f, on: tryAuthentication, rateLimit: { requests: 5, per: 1s } }]\n",
    clock: "manual",
  });
  const answers = await Promise.all(Array.from({ length: 200 }, () => call(sim)));
  expect(answers.filter(([status]) => status === 200)).toHaveLength(5);
});
