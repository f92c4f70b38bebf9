import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { connect } from "../../src/index.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { launch, run } from "./process.ts";

const FIXTURES = "test/input/fixtures";
const TLS = [
  "--tls-cert",
  `${FIXTURES}/localhost-cert.pem`,
  "--tls-key",
  `${FIXTURES}/localhost-key.pem`,
];

const portOf = ({ baseUrl }: { readonly baseUrl: string }): string => new URL(baseUrl).port;

test("a simulator that is ready is healthy, and the question is in no journal", async () => {
  await using sim = await startTestSimulator({ controlToken: "secret" });
  const env = { BATCH_SIM_PORT: portOf(sim) };
  expect(await run(["health"], { env })).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
  const control = connect(sim.baseUrl, { controlToken: "secret" });
  expect((await control.sandboxes()).map(({ exchanges }) => exchanges)).toEqual([0, 0]);
});

test.each([[["--no-control"]], [TLS]])(
  "with %j, a simulator that is ready is healthy",
  async (args) => {
    await using program = await launch(["--log", "json", ...args]);
    expect(await run(["health", "--port", portOf(program.ready), ...args])).toMatchObject({
      code: 0,
      stderr: "",
    });
    // Nothing was recorded.
    expect(await program.kill("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
  },
);

test("only the start of another server's page is shown", async () => {
  const server = createServer((_, res) => res.writeHead(404).end("<p>".repeat(1000)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await run(["health", "--port", String(port)]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/ to be ready, got: 404 <p>.{1,200}\n$/);
  server.close();
});

test("a simulator that can't respond is not healthy, and neither is a port at which there is none", async () => {
  const server = createServer((_, res) => res.writeHead(503).end('{"status":"failing"}'));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/_sim/readyz`;
  expect(await run(["health", "--port", String(port)])).toEqual({
    code: 1,
    signal: null,
    stdout: "",
    stderr: `batch-sim: Expected the simulator at ${url} to be ready, got: 503 {"status":"failing"}\n`,
  });
  server.close();
  await once(server, "close");
  expect(await run(["health", "--port", String(port)])).toMatchObject({
    code: 1,
    stderr: `batch-sim: Expected the simulator at ${url} to be ready, got: connect ECONNREFUSED 127.0.0.1:${port}\n`,
  });
});
