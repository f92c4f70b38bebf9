import { Agent } from "node:http";
import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted, hear, scenarioOf, see, VERSION } from "./wire.ts";

const path = "/try-authentication";

test("status: the answer that the scenario gives, byte for byte", async () => {
  const yaml = scenarioOf(
    'status: 503, headers: { Retry-After: 30, Connection: close }, body: { detail: "Down." }',
  );
  await using sim = await startTestSimulator({ yaml });
  const lines = [
    "HTTP/1.1 503 Service Unavailable",
    "content-type: application/json; charset=utf-8",
    "retry-after: 30",
    "connection: close",
    "date: Tue, 01 Jan 2030 00:00:00 GMT",
    `x-sim-version: ${VERSION}`,
    "x-sim-fault: f",
    "content-length: 18",
    "",
    '{"detail":"Down."}',
  ];
  expect(await hear(sim, { path })).toEqual({ text: lines.join("\r\n"), end: "FIN" });
  expect(faulted(sim)).toEqual({ fault: "f", status: 503, end: "finished" });
});

test("status: a string is sent unchanged, and the next request over the same connection succeeds", async () => {
  const yaml = scenarioOf(
    'status: 502, headers: { Content-Type: text/html }, body: "<h1>Bad</h1>"',
  );
  await using sim = await startTestSimulator({ yaml });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const bad = await see(sim, { path, agent });
  expect([bad.status, bad.headers["content-type"], String(bad.body)]).toEqual([
    502,
    "text/html",
    "<h1>Bad</h1>",
  ]);
  const next = await see(sim, { path, agent });
  expect(next).toMatchObject({ status: 200, isReused: true });
  expect(String(next.body)).toBe('{"authenticated":true}');
  agent.destroy();
});

test("status in phase response: the service has done its work", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("status: 504, phase: response", "createJob"),
  });
  const request = { method: "POST", path: "/batch-inference", body: '{"inputs":["a"]}' };
  const { status, body } = await see(sim, request);
  expect([status, String(body)]).toEqual([504, ""]);
  const list = await sim.client.json<{ jobs: object[] }>("GET", "/list-jobs");
  expect(list.body.jobs).toHaveLength(1);
});

test("status without authentication, without validation, of a request that is not read", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("status: 503", "createJob") });
  const response = await fetch(`${sim.baseUrl}/batch-inference`, { method: "POST", body: "{" });
  expect([response.status, response.headers.get("x-sim-fault")]).toEqual([503, "f"]);
});

test("a thousand requests at once through `times: 2` get the fault exactly twice", async () => {
  const yaml = "faults: [{ name: f, on: tryAuthentication, times: 2, status: 503 }]\n";
  await using sim = await startTestSimulator({ yaml });
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const seen = await Promise.all(Array.from({ length: 1000 }, () => see(sim, { path, agent })));
  const statuses = seen.map(({ status }) => status);
  expect(statuses.filter((status) => status === 503)).toHaveLength(2);
  expect(statuses.filter((status) => status === 200)).toHaveLength(998);
  expect(sim.allExchanges.filter(({ fault }) => fault === "f")).toHaveLength(2);
  agent.destroy();
});

test.each([204, 205, 304])("status: %i has no body, and no content headers", async (status) => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf(`status: ${status}, headers: { Connection: close }, body: x`),
  });
  const { text } = await hear(sim, { path });
  const [head = "", body] = text.split("\r\n\r\n");
  expect([head.slice(9, 12), body]).toEqual([String(status), ""]);
  expect(head).not.toMatch(status === 205 ? /content-type/i : /content-(type|length)/i);
  expect(sim.exchanges()[0]?.response.body).toBeUndefined();
});
