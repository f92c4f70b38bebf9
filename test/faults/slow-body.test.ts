import { request } from "node:http";
import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { begin, faulted, scenarioOf, see, until } from "./wire.ts";

const path = "/try-authentication";
const slow = scenarioOf("slowBody: { bytesPerSecond: 10 }");

test("slowBody on a poll clock: the body takes its time on the clock, and none of the test's", async () => {
  await using sim = await startTestSimulator({ yaml: slow });
  const before = await sim.clock.now();
  const { status, headers, body } = await see(sim, { path });
  expect([status, headers["content-length"], String(body)]).toEqual([
    200,
    "22",
    '{"authenticated":true}',
  ]);
  expect((await sim.clock.now()) - before).toBe(2200);
  expect(faulted(sim)).toEqual({ fault: "f", status: 200, end: "finished" });
  await see(sim, { path });
  expect((await sim.clock.now()) - before).toBe(2200);
});

test("slowBody on a manual clock: the head comes at once, and each byte when its time has come", async () => {
  await using sim = await startTestSimulator({ yaml: slow, clock: "manual" });
  let seen = "";
  let isOver = false;
  const headers = { authorization: `Key ${sim.apiKey}` };
  const sent = request(sim.baseUrl + path, { headers }, (response) => {
    seen = `${response.statusCode} `;
    response.on("data", (piece) => {
      seen += piece;
    });
    response.on("end", () => {
      isOver = true;
    });
  });
  sent.end();
  await until(() => seen === "200 ");
  for (const byte of '{"authenticated":true}') {
    const before = seen;
    await sim.clock.advance(99);
    expect(seen).toBe(before);
    await sim.clock.advance(1);
    await until(() => seen === before + byte);
  }
  await until(() => isOver);
});

test("slowBody of results: a thousand virtual hours cost none", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("slowBody: { bytesPerSecond: 0.01 }", "getResults"),
  });
  const jobId = await sim.client.submit({
    inputs: Array.from({ length: 100 }, (_, i) => `row ${i}`),
  });
  const download = { path: `/jobs/${jobId}/results?result_format=csv` };
  const before = await sim.clock.now();
  const slowly = await see(sim, download);
  expect((await sim.clock.now()) - before).toBe(slowly.body.length * 100_000);
  const next = await see(sim, download);
  expect(slowly.body.equals(next.body)).toBe(true);
});

test("a client that goes away ends a slow body", async () => {
  await using sim = await startTestSimulator({ yaml: slow, clock: "manual" });
  const { giveUp, answered } = await begin(sim, { path });
  await sim.clock.advance("1s");
  giveUp();
  expect(await answered).toMatchObject({ status: 200, error: "ECONNRESET" });
  await until(() => sim.allExchanges.some(({ fault }) => fault !== undefined));
  expect(faulted(sim)).toEqual({ fault: "f", status: 200, end: "aborted" });
  expect(await see(sim, { path })).toMatchObject({ status: 200, error: undefined });
});
