import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted, hear, scenarioOf, see } from "./wire.ts";

test("emptyReply: the connection ends in good order without a byte", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("emptyReply: true") });
  const path = "/try-authentication";
  expect(await hear(sim, { path })).toEqual({ text: "", end: "FIN" });
  await sim.control.journal.wait({}, { count: 1 });
  expect(faulted(sim)).toEqual({ fault: "f", status: 0, end: "cut" });
  expect((await sim.client.json("GET", path)).body).toEqual({ authenticated: true });
});

test("emptyReply to a large request: it is first read to its end, so that the connection isn't reset", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("emptyReply: true", "createJob") });
  const body = JSON.stringify({ inputs: ["a".repeat(3_000_000)] });
  const request = { method: "POST", path: "/batch-inference", body };
  expect(await hear(sim, request)).toEqual({ text: "", end: "FIN" });
  expect((await sim.client.json("GET", "/list-jobs")).body).toEqual({ jobs: [] });
  expect((await see(sim, request)).status).toBe(200);
});

test("emptyReply in phase response: the service has done its work", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("emptyReply: true, phase: response", "createJob"),
  });
  const request = { method: "POST", path: "/batch-inference", body: '{"inputs":["a"]}' };
  expect(await see(sim, request)).toMatchObject({ status: undefined, error: "ECONNRESET" });
  const { body } = await sim.client.json<{ jobs: object[] }>("GET", "/list-jobs");
  expect(body.jobs).toHaveLength(1);
});
