import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted, scenarioOf, see } from "./wire.ts";

test("renameField: the field has another name, and its place and value", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("renameField: { at: /cancelled, to: canceled }", "cancelJob"),
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const message = `Job ${jobId} is being cancelled. The job status endpoint shows details.`;
  const path = `/v1/job-cancel/${jobId}`;
  expect(String((await see(sim, { path })).body)).toBe(JSON.stringify({ canceled: true, message }));
  expect(faulted(sim)).toEqual({ fault: "f", status: 200, end: "finished" });
  expect((await sim.client.cancel(jobId)).body).toEqual({ cancelled: true, message });
});

test("renameField of streamed results", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("renameField: { at: /outputs, to: results }", "getResults"),
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const [bad, good] = [await sim.client.jsonResults(jobId), await sim.client.jsonResults(jobId)];
  expect(bad.body).toEqual({ results: good.body.outputs });
});

test("renameField of a download that isn't JSON changes nothing, and is not named", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("renameField: { at: /outputs, to: results }", "getResults"),
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const download = { path: `/jobs/${jobId}/results?result_format=parquet` };
  const [first, second] = [await see(sim, download), await see(sim, download)];
  expect(first.headers["x-sim-fault"]).toBe(undefined);
  expect(first.body.equals(second.body)).toBe(true);
});
