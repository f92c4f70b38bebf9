import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../../support/simulator.ts";
import { begin, faulted, scenarioOf, until } from "./wire.ts";

/** Timers of this process that keep it alive, sorted out by nobody else than Node. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

test.each([
  ["delay: 1h", "waits on the wall clock"],
  ["delay: 1h, phase: response", "waits on the wall clock"],
  ["slowBody: { bytesPerSecond: 0.001 }", "waits on the wall clock"],
  ["hang: true", "waits for nothing"],
  ["hang: true, phase: response", "waits for nothing"],
])("a client that gives up on `%s` leaves no timer behind", async (fault, what) => {
  await using sim = await startTestSimulator({ yaml: scenarioOf(fault), clock: "real" });
  const before = timers();
  const { giveUp, answered } = await begin(sim, { path: "/try-authentication" });
  if (what === "waits on the wall clock") expect(timers()).toBeGreaterThan(before);
  giveUp();
  await answered;
  await until(() => sim.allExchanges.some(({ end }) => end === "aborted"));
  expect(faulted(sim)).toMatchObject({ fault: "f", end: "aborted" });
  await until(() => timers() <= before);
  expect((await sim.client.json("GET", "/try-authentication")).body).toEqual({
    authenticated: true,
  });
});
