import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted, hear, scenarioOf } from "./wire.ts";

test("lostResponse: the job is created, and the connection is reset before a byte of the answer", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("lostResponse: true", "createJob"),
  });
  const request = { method: "POST", path: "/batch-inference", body: '{"inputs":["a"]}' };
  expect(await hear(sim, request)).toEqual({ text: "", end: "ECONNRESET" });
  expect(faulted(sim)).toEqual({ fault: "f", status: 0, end: "cut" });
  const list = async (): Promise<number> =>
    (await sim.client.json<{ jobs: object[] }>("GET", "/list-jobs")).body.jobs.length;
  expect(await list()).toBe(1);
  await sim.client.submit({ inputs: ["a"] });
  expect(await list()).toBe(2);
});
