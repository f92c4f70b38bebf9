import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted, scenarioOf } from "./wire.ts";

const path = "/try-authentication";

test("addField: an additional field", async () => {
  const yaml = scenarioOf("addField: { at: /quota, value: { rows: [1, null] } }");
  await using sim = await startTestSimulator({ yaml });
  expect((await sim.client.json("GET", path)).body).toEqual({
    authenticated: true,
    quota: { rows: [1, null] },
  });
  expect(faulted(sim)).toEqual({ fault: "f", status: 200, end: "finished" });
  expect((await sim.client.json("GET", path)).body).toEqual({ authenticated: true });
});

test("addField: another value in a field, such as an unknown state", async () => {
  const yaml = scenarioOf("addField: { at: /job/status, value: PAUSED }", "getJob");
  await using sim = await startTestSimulator({ yaml });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  expect((await sim.client.job(jobId))["status"]).toBe("PAUSED");
  expect((await sim.client.job(jobId))["status"]).toBe("SUCCEEDED");
});

test("addField: one more item in a list", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("addField: { at: /outputs/-, value: 7 }", "getResults"),
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const [bad, good] = [await sim.client.jsonResults(jobId), await sim.client.jsonResults(jobId)];
  expect(bad.body.outputs).toEqual([...good.body.outputs, 7]);
});

test("addField where there is no such place changes nothing, and is not named", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("addField: { at: /a/b, value: 1 }"),
  });
  const { body, headers } = await sim.client.json("GET", path);
  expect([body, headers.get("x-sim-fault")]).toEqual([{ authenticated: true }, null]);
});
