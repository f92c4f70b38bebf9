import { afterEach, expect, jest, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { begin, faulted, scenarioOf, until } from "./wire.ts";

const path = "/try-authentication";

afterEach(() => {
  jest.restoreAllMocks();
});

/** Waits of more than ten minutes that this process is in, in milliseconds of the wall clock. */
function watchWaits(): () => number[] {
  const set = jest.spyOn(globalThis, "setTimeout");
  const clear = jest.spyOn(globalThis, "clearTimeout");
  return () => {
    const ended = new Set<unknown>(clear.mock.calls.map(([timer]) => timer));
    return set.mock.calls.flatMap(([, ms = 0], call) =>
      ms > 600_000 && !ended.has(set.mock.results[call]?.value) ? [ms] : [],
    );
  };
}

test.each([
  ["delay: 1h", 1],
  ["delay: 1h, phase: response", 1],
  ["slowBody: { bytesPerSecond: 0.001 }", 1],
  ["hang: true", 0],
  ["hang: true, phase: response", 0],
])("a client that gives up on `%s` leaves no timer behind", async (fault, timers) => {
  const waits = watchWaits();
  await using sim = await startTestSimulator({ yaml: scenarioOf(fault), clock: "real" });
  const { giveUp, answered } = await begin(sim, { path });
  expect(waits()).toHaveLength(timers);
  giveUp();
  await answered;
  await until(() => sim.allExchanges.some(({ end }) => end === "aborted"));
  expect(faulted(sim)).toMatchObject({ fault: "f", end: "aborted" });
  expect(waits()).toEqual([]);
  expect((await sim.client.json("GET", path)).body).toEqual({ authenticated: true });
});
