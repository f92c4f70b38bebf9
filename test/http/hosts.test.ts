import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import request from "supertest";
import { type Exchange, type SimulatorOptions, startSimulator } from "../../src/index.ts";

/** The statuses of the same request to a simulator for each of several Host headers. */
async function statuses(options: SimulatorOptions, hosts: readonly string[]): Promise<number[]> {
  await using sim = await startSimulator(options);
  const { port } = new URL(sim.baseUrl);
  const found: number[] = [];
  for (const host of hosts) {
    const path = `http://127.0.0.1:${port}`;
    found.push((await request(path).get("/healthz").set("Host", host)).status);
  }
  return found;
}

test("a name that an attacker points at the loopback address is refused, and only the journal tells", async () => {
  const seen: [string, Exchange][] = [];
  await using sim = await startSimulator({
    onExchange: (exchange, sandboxName) => void seen.push([sandboxName, exchange]),
  });
  const attempts = [
    request(sim.baseUrl).put("/_sim/scenario").send("slow-job"),
    request(sim.baseUrl)
      .post("/batch-inference")
      .send({ inputs: ["a"] }),
  ];
  for (const attempt of attempts) {
    const answer = await attempt
      .set("Host", "attacker.example:4010")
      .set("Authorization", "Key another");
    expect([answer.status, answer.headers["x-sim-error"], answer.type]).toEqual([
      421,
      "SIM_HOST",
      "application/problem+json",
    ]);
    expect(answer.body).toEqual({
      type: "about:blank",
      title:
        "batch-sim could not complete the request; this is not a response from the simulated service.",
      status: 421,
      detail:
        "Failed to serve a request to the host `attacker.example:4010`: the simulator serves only loopback names (such as `localhost`), the address it listens on, and the hosts in `allowedHosts`, so that other sites' pages can't reach it. If your client uses this host, start the simulator with `--allow-host`.",
      code: "SIM_HOST",
    });
  }
  expect(seen).toMatchObject([
    ["default", { method: "PUT", url: "/_sim/scenario", simError: "SIM_HOST" }],
    ["default", { method: "POST", url: "/batch-inference", simError: "SIM_HOST" }],
  ]);
  const journal = await sim.control.journal.find({ keyless: true });
  expect(journal.map(({ response }) => response.status)).toEqual([421, 421]);
  expect((await sim.control.sandboxes()).map(({ name }) => name)).not.toContain("another");
  expect((await sim.control.scenario.get()).name).toBe("happy-path");
  expect(sim.report().summary).toMatchObject({ errors: 0, warnings: 0 });
});

test("on a loopback address, its names and addresses are served, and those that are allowed", async () => {
  const served = [
    "localhost",
    "LOCALHOST:80",
    "localhost.",
    "sim.localhost:4010",
    "127.0.0.1",
    "127.9.8.7:1",
    "[::1]:4010",
    "Sim.Test:4010",
    "[fd00::1]",
  ];
  const refused = [
    "attacker.example",
    "localhost.attacker.example",
    "127.0.0.1.attacker.example",
    "notlocalhost",
    "192.168.1.2",
    "0.0.0.0",
    "user@localhost",
    "localhost/x",
    "a.sim.test",
  ];
  const options = { allowedHosts: ["sim.test", "fd00::1"] };
  expect(await statuses(options, served)).toEqual(served.map(() => 200));
  expect(await statuses(options, refused)).toEqual(refused.map(() => 421));
});

test("on an address that other machines can reach, every name is served unless some are allowed", async () => {
  const hosts = ["simulator:4010", "10.0.0.7", "localhost", "other"];
  const open = { host: "0.0.0.0", controlToken: "secret" };
  expect(await statuses(open, hosts)).toEqual([200, 200, 200, 200]);
  expect(await statuses({ ...open, allowedHosts: ["simulator"] }, hosts)).toEqual([
    200, 421, 200, 421,
  ]);
});

test("a request target in absolute form counts, and HTTP/1.0 needs no host", async () => {
  await using sim = await startSimulator();
  const port = Number(new URL(sim.baseUrl).port);
  const statusOf = async (head: string): Promise<string> => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.end(`${head}\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).slice(9, 12);
  };
  expect(await statusOf("GET http://attacker.example/healthz HTTP/1.1\r\nHost: localhost")).toBe(
    "421",
  );
  expect(await statusOf("GET /healthz HTTP/1.0")).toBe("200");
});
