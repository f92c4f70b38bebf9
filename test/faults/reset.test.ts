import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted, headOf, hear, JSON_TYPE, scenarioOf } from "./wire.ts";

const path = "/try-authentication";

test("reset beforeHeaders: not a byte comes, then a reset", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("reset: beforeHeaders") });
  expect(await hear(sim, { path })).toEqual({ text: "", end: "ECONNRESET" });
  expect(faulted(sim)).toEqual({ fault: "f", status: 0, end: "cut" });
  expect((await sim.client.json("GET", path)).body).toEqual({ authenticated: true });
});

test("reset afterHeaders: the head comes, then a reset", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("reset: afterHeaders") });
  const head = headOf("200 OK", { "content-type": JSON_TYPE, fault: "f", "content-length": 22 });
  expect(await hear(sim, { path })).toEqual({ text: head, end: "ECONNRESET" });
  expect(faulted(sim)).toEqual({ fault: "f", status: 200, end: "cut" });
  expect((await sim.client.json("GET", path)).body).toEqual({ authenticated: true });
});

test("reset afterBytes: the head and this number of bytes arrive, then a reset", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("reset: { afterBytes: 9 }") });
  const head = headOf("200 OK", { "content-type": JSON_TYPE, fault: "f", "content-length": 22 });
  expect(await hear(sim, { path })).toEqual({ text: `${head}{"authent`, end: "ECONNRESET" });
  expect((await sim.client.json("GET", path)).body).toEqual({ authenticated: true });
});

test.each([
  ["GET", "{ afterBytes: 22 }"],
  ["HEAD", "afterHeaders"],
])("reset of a %s response with no bytes after %s doesn't fire", async (method, point) => {
  await using sim = await startTestSimulator({ yaml: scenarioOf(`reset: ${point}`) });
  const { status, headers } = await sim.client.request(method, path);
  expect([status, headers.get("x-sim-fault")]).toEqual([200, null]);
  expect(await sim.control.faults.unused()).toHaveLength(1);
});

test("reset afterBytes of a streamed body: its last chunk ends where the bytes do", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("reset: { afterBytes: 12 }", "getResults"),
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const { text, end } = await hear(sim, { path: `/jobs/${jobId}/results?result_format=json` });
  expect([text.slice(text.indexOf("\r\n\r\n") + 4), end]).toEqual([
    'c\r\n{"outputs":[\r\n',
    "ECONNRESET",
  ]);
  expect((await sim.client.jsonResults(jobId)).body.outputs).toHaveLength(1);
});

test("reset of a TLS connection: the TCP connection that it runs over is reset", async () => {
  const [cert, key] = ["cert", "key"].map((part) =>
    readFileSync(`test/input/fixtures/localhost-${part}.pem`, "utf8"),
  ) as [string, string];
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  const scenario = join(folder, "scenario.yaml");
  await writeFile(scenario, scenarioOf("reset: { afterBytes: 9 }"));
  await using sim = await startSimulator({ scenario, clock: "poll", tls: { cert, key } });
  await rm(folder, { recursive: true });
  const port = Number(new URL(sim.baseUrl).port);
  const head = headOf("200 OK", { "content-type": JSON_TYPE, fault: "f", "content-length": 22 });
  expect(await hearOverTls(port, sim.apiKey)).toEqual([`${head}{"authent`, "ECONNRESET"]);
  expect(sim.exchanges()).toMatchObject([{ fault: "f", end: "cut" }]);
});

function hearOverTls(port: number, apiKey: string): Promise<readonly [string, string]> {
  return new Promise((resolve) => {
    const pieces: string[] = [];
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Key ${apiKey}\r\n\r\n`,
      );
    });
    socket.on("data", (piece) => pieces.push(String(piece)));
    socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve([pieces.join(""), `${code}`]));
    socket.on("end", () => resolve([pieces.join(""), "FIN"]));
  });
}
