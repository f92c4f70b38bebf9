import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

const STREAMS = 200;
const YAML = "profiles: [{ queued: 1s, starting: 0, running: 1h }]";

/** Opens a job's progress stream, and resolves once its first line has arrived. */
async function openStream(sim: TestSimulator, jobId: string): Promise<IncomingMessage> {
  const headers = { authorization: `Key ${sim.apiKey}` };
  const url = `${sim.baseUrl}/stream-job-progress/${jobId}`;
  const [response] = await once(get(url, { headers, agent: false }), "response");
  response.setEncoding("utf8");
  await once(response, "readable");
  response.read();
  return response;
}

/** Counts the cycles of the event loop until it is disposed of. */
function countCycles(): Disposable & { readonly now: () => number } {
  let cycle = 0;
  let immediate = setImmediate(function count() {
    cycle++;
    immediate = setImmediate(count);
  });
  return { now: () => cycle, [Symbol.dispose]: () => clearImmediate(immediate) };
}

test("an advance wakes many progress streams a few at a time, and returns when all have gone on", async () => {
  await using sim = await startTestSimulator({ clock: "manual", yaml: YAML });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const streams: IncomingMessage[] = [];
  while (streams.length < STREAMS) streams.push(await openStream(sim, jobId));
  using cycles = countCycles();
  const perCycle = new Map<number, number>();
  const next = streams.map(async (stream) => {
    await once(stream, "readable");
    perCycle.set(cycles.now(), (perCycle.get(cycles.now()) ?? 0) + 1);
  });
  await sim.control.clock.advance("1s");
  expect((await sim.control.clock.read()).waiting).toBe(STREAMS);
  await Promise.all(next);
  // A client may read data in one cycle of the event loop that was sent in two or three.
  expect(Math.max(...perCycle.values())).toBeLessThan(STREAMS / 3);

  await sim.control.clock.advance("2h");
  expect((await sim.control.clock.read()).waiting).toBe(0);
  const texts = await Promise.all(streams.map(async (stream) => (await stream.toArray()).join("")));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('"result":1}');
});

test("a stream that moves a `poll` clock lets other requests through", async () => {
  await using sim = await startTestSimulator({
    clock: "poll",
    yaml: "profiles: [{ queued: 1s, starting: 0, running: 6h }]",
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const stream = await openStream(sim, jobId);
  const order: string[] = [];
  stream.once("end", () => order.push("stream"));
  const text = stream.toArray().then((parts) => parts.join(""));
  for (let request = 0; request < 3; request++) {
    await sim.client.json("GET", "/get-quotas");
    order.push("request");
  }
  expect((await text).match(/"progress"/g)?.length).toBeGreaterThan(20_000);
  expect(order).toEqual(["request", "request", "request", "stream"]);
});
