import { expect, test } from "@jest/globals";
import request from "supertest";
import { connect } from "../../src/index.ts";
import { answerOf, Client } from "../support/client.ts";
import { openRoundRobin } from "../support/round-robin.ts";
import { startTestSimulator } from "../support/simulator.ts";

// With a load balancer or a mapped port, clients know the server by a different address than its own.

test("every URL names the address that the client used", async () => {
  await using sim = await startTestSimulator({ basePath: "/v1", overlays: ["client-sdk"] });
  const proxy = await openRoundRobin([Number(new URL(sim.baseUrl).port)]);
  const origin = `http://localhost:${proxy.port}`;
  const index = await answerOf(await fetch(`${origin}/`));
  expect(index.body).toMatchObject({
    base_url: `${origin}/v1`,
    deployment_url: origin,
    openapi_url: `${origin}/v1/openapi.json`,
    control_url: `${origin}/_sim`,
  });
  const document = await (await fetch(`${origin}/v1/openapi.json`)).text();
  expect(document).toContain(origin);
  expect(document).not.toContain(new URL(sim.baseUrl).origin);
  const control = connect(`${origin}/_sim`, { apiKey: sim.apiKey });
  const { url } = await control.files.put("rows.csv", "inputs\na\n");
  expect(url).toMatch(`${origin}/_sim/files/rows.csv?`);
  const box = await control.sandbox();
  expect([box.baseUrl, box.deploymentUrl]).toEqual([`${origin}/v1`, origin]);
  await proxy.close();
});

test("with two ports, URLs at the other one have its number, and the host that the client used", async () => {
  await using sim = await startTestSimulator({ deploymentPort: 0 });
  const own = new URL(sim.deploymentUrl);
  const proxy = await openRoundRobin([Number(new URL(sim.baseUrl).port)]);
  const origin = `http://localhost:${proxy.port}`;
  const { body } = await answerOf(await fetch(`${origin}/`));
  const deployment = `http://localhost:${own.port}`;
  expect(body).toMatchObject({ base_url: origin, deployment_url: deployment });
  const other = await answerOf(await fetch(`${deployment}/`));
  const base = `http://localhost:${new URL(sim.baseUrl).port}`;
  expect(other.body).toMatchObject({ base_url: base, deployment_url: deployment });
  await proxy.close();
});

test.each(['"><b>', "a b", "x/..", "", "x@y", "a'b"])(
  "a Host header that is not a host is not in any URL: `%s`",
  async (host) => {
    await using sim = await startTestSimulator({
      host: "0.0.0.0",
      controlToken: "long-enough-token",
    });
    const { port } = new URL(sim.baseUrl);
    const index = await request(`http://127.0.0.1:${port}`).get("/").set("Host", host);
    expect(index.body).toMatchObject({ base_url: sim.baseUrl, deployment_url: sim.deploymentUrl });
  },
);

test("a job reads a placed file even if its URL has an address that the simulator can't reach", async () => {
  await using sim = await startTestSimulator({ clock: "manual", scenario: "instant" });
  const proxy = await openRoundRobin([Number(new URL(sim.baseUrl).port)]);
  const control = connect(`http://localhost:${proxy.port}/_sim`, { apiKey: sim.apiKey });
  const { url } = await control.files.put("rows.csv", "inputs\nfirst\n");
  await proxy.close();
  const client = new Client(sim, sim.apiKey);
  const jobId = await client.submit({ inputs: url, job_priority: 1 });
  await sim.control.clock.advanceUntil("idle");
  const { body } = await client.jsonResults(jobId, { include_inputs: true });
  expect(body.inputs).toEqual(["first"]);
});
