import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { begin, faulted, firstJobs, scenarioOf, until } from "./wire.ts";

const path = "/try-authentication";

test("hang: no answer comes, until the client goes away", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("hang: true") });
  const { met, giveUp, answered } = await begin(sim, { path });
  expect(met).toEqual([]);
  giveUp();
  expect(await answered).toMatchObject({ status: undefined, error: "ECONNRESET" });
  await until(() => sim.allExchanges.some(({ fault }) => fault !== undefined));
  expect(faulted(sim)).toEqual({ fault: "f", status: 0, end: "aborted" });
  expect((await sim.client.json("GET", path)).body).toEqual({ authenticated: true });
});

test("hang: no answer comes on a clock that is moved either, and the end of the simulator is its end", async () => {
  const sim = await startTestSimulator({ yaml: scenarioOf("hang: true"), clock: "manual" });
  const { met, answered } = await begin(sim, { path });
  await sim.clock.advance("1000h");
  expect(met).toEqual([]);
  await sim[Symbol.asyncDispose]();
  expect(await answered).toMatchObject({ status: undefined, error: "ECONNRESET" });
});

test("hang in phase response: the service has done its work", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("hang: true, phase: response", "createJob"),
  });
  const request = { method: "POST", path: "/batch-inference", body: '{"inputs":["a"]}' };
  const { met, giveUp } = await begin(sim, request);
  expect([await firstJobs(sim), met]).toEqual([[expect.anything()], []]);
  giveUp();
});
