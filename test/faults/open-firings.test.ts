import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

/** Starts to create a job, and sends the body later. */
function beginCreate({ baseUrl, apiKey }: TestSimulator, headers: object = {}): ClientRequest {
  const create = request(`${baseUrl}/batch-inference`, {
    method: "POST",
    headers: {
      authorization: `Key ${apiKey}`,
      "content-type": "application/json",
      "transfer-encoding": "chunked",
      ...headers,
    },
  });
  create.flushHeaders();
  return create;
}

/** Sends the body, and resolves with the response's keys and the fault that it names. */
async function finish(create: ClientRequest, body: object): Promise<unknown> {
  create.end(JSON.stringify(body));
  const response = await new Promise<IncomingMessage>((resolve) =>
    create.once("response", resolve),
  );
  let text = "";
  for await (const piece of response) text += String(piece);
  return [Object.keys(JSON.parse(text)), response.headers["x-sim-fault"]];
}

test("a call that finds nothing to change doesn't take the fault from a concurrent one", async () => {
  await using sim = await startTestSimulator({
    yaml: "faults: [{ name: f, on: createJob, dropField: /cost_estimate, times: 1 }]",
  });
  const hits = async () => (await sim.control.faults.list()).map((rule) => rule.fired);
  const first = beginCreate(sim);
  while ((await hits())[0] === 0) await new Promise((resolve) => setImmediate(resolve));
  // The server asks for the second call's body, so it has received both calls.
  const second = beginCreate(sim, { expect: "100-continue" });
  await new Promise((resolve) => second.once("continue", resolve));
  const responses = [
    finish(second, { inputs: ["a"], dryrun: true }),
    finish(first, { inputs: ["a"] }),
  ];
  expect(await Promise.all(responses)).toEqual([
    [["job_id"], "f"],
    [["job_id"], undefined],
  ]);
  expect(await hits()).toEqual([1]);
});
