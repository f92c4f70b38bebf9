import { expect, test } from "@jest/globals";
import request from "supertest";
import { startTestSimulator } from "../support/simulator.ts";

type Headers = Readonly<Record<string, string>>;

test("requests of other sites' pages are refused, and change nothing", async () => {
  await using sim = await startTestSimulator({ cors: true });
  const create = (headers: Headers) =>
    request(sim.baseUrl).post("/_sim/sandboxes").set("Content-Type", "text/plain").set(headers);
  const before = await sim.control.sandboxes();
  const refused: Headers[] = [
    { Origin: "https://attacker.example" },
    { Origin: "null" },
    { Origin: new URL(sim.baseUrl).origin.replace("127.0.0.1", "localhost") },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ];
  for (const headers of refused) {
    const [[name = "", value]] = Object.entries(headers) as [[string, string]];
    const answer = await create(headers).send("{}");
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      403,
      "SIM_CROSS_SITE",
      `Rejected a control request from a page of another site (\`${name.toLowerCase()}: ${value}\`). Send it from a program or from one of the simulator's own pages.`,
    ]);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  }
  expect(await sim.control.sandboxes()).toEqual(before);
});

test("requests of programs and of the simulator's own pages are accepted", async () => {
  await using sim = await startTestSimulator();
  const accepted: Headers[] = [
    {},
    { Origin: new URL(sim.baseUrl).origin, "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Site": "none" },
  ];
  for (const headers of accepted)
    await request(sim.baseUrl).post("/_sim/sandboxes").set(headers).send({}).expect(200);
});

test("--cors lets pages of any origin use the service, not the control API", async () => {
  await using sim = await startTestSimulator({ cors: true });
  const preflight = (path: string) =>
    request(sim.baseUrl)
      .options(path)
      .set("Origin", "https://app.example")
      .set("Access-Control-Request-Method", "POST");
  const service = await preflight("/batch-inference");
  expect([service.status, service.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
  const control = await preflight("/_sim/sandboxes");
  expect([control.status, control.headers["access-control-allow-origin"]]).toEqual([
    403,
    undefined,
  ]);
});
