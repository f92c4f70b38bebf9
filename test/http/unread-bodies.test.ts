import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "@jest/globals";
import type { Exchange } from "../../src/core/exchange.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

const BODY = '{"inputs":["Great product"]}';

function refusing(fault: string): string {
  return `faults: [{ name: refusal, on: createJob, ${fault} }]`;
}

async function lastExchange(sim: TestSimulator, keyless = false): Promise<Exchange | undefined> {
  return (await sim.control.journal.find({ keyless })).at(-1);
}

test.each([
  "status: 503",
  "status: 429, headers: { Retry-After: '1' }",
  "error: rate-limited",
  "reset: beforeHeaders",
  "emptyReply: true",
])(
  "the journal has the body of a create request that a fault refused unread: %s",
  async (fault) => {
    await using sim = await startTestSimulator({ yaml: refusing(fault) });
    await sim.client.request("POST", "/batch-inference", { body: BODY }).catch(() => {});
    // The client can notice the end of the connection before the server does.
    const exchange = await sim.control.journal.wait({ operation: "createJob" });
    expect(exchange.fault).toBe("refusal");
    expect(exchange.request.body).toEqual({ byteLength: BODY.length, text: BODY });
  },
);

test("the journal has the body of a request without a valid key, and of one that matches no operation", async () => {
  await using sim = await startTestSimulator();
  const send = (path: string, authorization: string) =>
    fetch(sim.baseUrl + path, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: BODY,
    }).then(({ status }) => status);
  expect(await send("/batch-inference", "Bearer x")).toBe(401);
  expect((await lastExchange(sim, true))?.request.body?.text).toBe(BODY);
  expect(await send("/batch-inferences", `Key ${sim.apiKey}`)).toBe(404);
  expect((await lastExchange(sim))?.request.body?.text).toBe(BODY);
});

test("of a long unread body, the journal has the beginning", async () => {
  await using sim = await startTestSimulator({ yaml: refusing("status: 503") });
  const body = JSON.stringify({ inputs: ["x".repeat(100_000)] });
  await sim.client.request("POST", "/batch-inference", { body });
  expect((await lastExchange(sim))?.request.body).toEqual({
    byteLength: body.length,
    text: body.slice(0, 16_384),
    isCut: true,
  });
});

const HEAD = (sim: TestSimulator): string =>
  [
    "POST /batch-inference HTTP/1.1",
    `Host: ${new URL(sim.baseUrl).host}`,
    `Authorization: Key ${sim.apiKey}`,
    "Content-Type: application/json",
    `Content-Length: ${BODY.length}`,
    "\r\n",
  ].join("\r\n");

test("a refusal doesn't wait for the body, and the journal has what arrives within a second", async () => {
  await using sim = await startTestSimulator({ yaml: refusing("status: 503") });
  const socket = connect(Number(new URL(sim.baseUrl).port), "127.0.0.1");
  socket.write(HEAD(sim));
  const [response] = await once(socket, "data");
  expect(String(response)).toContain("HTTP/1.1 503 ");
  expect((await lastExchange(sim))?.request.body).toBeUndefined();
  socket.write(BODY);
  // The server has read the body when it responds to the next request on the same connection.
  socket.write(HEAD(sim));
  await once(socket, "data");
  const [first] = await sim.control.journal.find();
  expect(first?.request.body).toEqual({ byteLength: BODY.length, text: BODY });
  socket.destroy();
});

test("the script that repeats requests sends the body of a refused request", async () => {
  await using sim = await startTestSimulator({ yaml: refusing("status: 422") });
  for (let tries = 0; tries < 2; tries++)
    await sim.client.request("POST", "/batch-inference", { body: BODY });
  const { reproductions } = sim.report();
  expect(reproductions[0]?.requests.map(({ body, isCut }) => [body, isCut])).toEqual([
    [BODY, false],
    [BODY, false],
  ]);
});
