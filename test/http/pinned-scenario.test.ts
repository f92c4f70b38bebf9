import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

const BODY = '{"inputs":["a"]}';
const WHEN_PRIORITY = "when: { body: { required: [job_priority] } }";
const WHEN_INPUTS = "when: { body: { required: [inputs] } }";

/** Begins to create a job, and performs an action before the end of the body is sent. */
async function createAround(
  sim: TestSimulator,
  meanwhile: () => Promise<unknown>,
): Promise<IncomingMessage> {
  const headers = { authorization: `Key ${sim.apiKey}`, "content-type": "application/json" };
  const upload = request(`${sim.baseUrl}/batch-inference`, { method: "POST", headers });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    upload.once("response", resolve);
    upload.once("error", reject);
  });
  upload.write(BODY.slice(0, 5));
  while ((await sim.control.info()).openRequests === 0) await setImmediate();
  await meanwhile();
  upload.end(BODY.slice(5));
  return response;
}

test("a fault of the scenario in which a request came fires although another scenario took effect", async () => {
  const yaml = `faults: [{ name: old, on: createJob, ${WHEN_INPUTS}, status: 503 }]`;
  await using sim = await startTestSimulator({ yaml });
  const response = await createAround(sim, () => sim.control.scenario.put("instant"));
  expect([response.statusCode, response.headers["x-sim-fault"]]).toEqual([503, "old"]);
  response.resume();
  expect((await sim.client.create({ inputs: ["a"] })).status).toBe(200);
});

test("a fault of a scenario that took effect after a request came doesn't fire on it", async () => {
  const yaml = `faults: [{ name: old, on: createJob, ${WHEN_PRIORITY}, status: 503 }]`;
  await using sim = await startTestSimulator({ yaml });
  const next = "faults: [{ name: new, on: createJob, status: 500 }]";
  const response = await createAround(sim, () => sim.control.scenario.put(next));
  expect([response.statusCode, response.headers["x-sim-fault"]]).toEqual([200, undefined]);
  expect(await json(response)).toEqual({ job_id: expect.any(String) });
  expect((await sim.client.create({ inputs: ["a"] })).status).toBe(500);
});
