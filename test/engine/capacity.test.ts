import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// A job of these tests waits a second (two at priority 1), starts for one and does a row each second.
const ONE_SLOT = "capacity: 1\nprofiles: [{ running: { rowsPerSecond: 1 } }]";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Each job's history, as `state@second`. */
async function livesOf(sim: TestSimulator, jobIds: readonly string[]): Promise<string[]> {
  const { events } = await sim.clock.advance("1h");
  return jobIds.map((jobId) =>
    events
      .filter((event) => event.jobId === jobId)
      .map(({ state, at }) => `${state}@${(at - VIRTUAL_START) / 1000}`)
      .join(" "),
  );
}

test("jobs wait for a slot, in the order of their priority and then of their submission", async () => {
  await using sim = await startTestSimulator({ clock: "manual", yaml: ONE_SLOT });
  const first = await sim.client.submit({ inputs: ["a", "b", "c"] });
  const patient = await sim.client.submit({ inputs: ["d"], job_priority: 1 });
  const second = await sim.client.submit({ inputs: ["e"] });
  expect(await livesOf(sim, [first, patient, second])).toEqual([
    "starting@1 running@2 succeeded@5",
    "starting@7 running@8 succeeded@9",
    "starting@5 running@6 succeeded@7",
  ]);
});

test("a job that comes later overtakes one of a worse priority, and no view from before changes", async () => {
  await using sim = await startTestSimulator({ clock: "manual", yaml: ONE_SLOT });
  const first = await sim.client.submit({ inputs: ["a", "b", "c"] });
  const patient = await sim.client.submit({ inputs: ["d"], job_priority: 1 });
  await sim.clock.advance("4s");
  const before = [await sim.client.job(first), await sim.client.job(patient)];
  await sim.client.submit({ inputs: ["e"] });
  expect([await sim.client.job(first), await sim.client.job(patient)]).toEqual(before);
  await sim.clock.advance("2s");
  expect(await sim.client.state(patient)).toBe("QUEUED");
});

test("a job that is cancelled gives its slot to the next", async () => {
  await using sim = await startTestSimulator({ clock: "manual", yaml: ONE_SLOT });
  const first = await sim.client.submit({ inputs: Array.from({ length: 100 }, () => "a") });
  const second = await sim.client.submit({ inputs: ["b"] });
  await sim.clock.advance("10s");
  await sim.client.cancel(first);
  expect(await livesOf(sim, [first, second])).toEqual([
    "cancelled@11",
    "starting@11 running@12 succeeded@13",
  ]);
});

test("a view of any job waits for inputs that are being fetched: they decide when a slot is free", async () => {
  let answer: (response: ServerResponse) => void = () => {};
  const asked = new Promise<ServerResponse>((resolve) => {
    answer = resolve;
  });
  const files = createServer((_req, res) => answer(res));
  servers.push(files);
  await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve));
  const inputs = `http://127.0.0.1:${(files.address() as AddressInfo).port}/rows.csv`;
  await using sim = await startTestSimulator({ clock: "manual", yaml: ONE_SLOT });
  const fetched = await sim.client.submit({ inputs, job_priority: 1 });
  const waiting = await sim.client.submit({ inputs: ["a"], job_priority: 1 });
  const response = await asked;
  const lives = livesOf(sim, [fetched, waiting]);
  response.end("inputs\nx\ny\nz\n");
  expect(await lives).toEqual([
    "starting@2 running@3 succeeded@6",
    "starting@6 running@7 succeeded@8",
  ]);
});
