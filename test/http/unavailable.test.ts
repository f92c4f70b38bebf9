import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import cors from "cors";
import request from "supertest";
import type { Vitals } from "../../src/control/reports.ts";
import { SimulatorError } from "../../src/core/errors.ts";
import { hostGuard } from "../../src/http/request/host-guard.ts";
import { unavailable } from "../../src/http/unavailable.ts";

const VITALS: Vitals = {
  uptimeMs: 1,
  eventLoopDelay: { p50Ms: 0, p99Ms: 0, worstMs: 0 },
  heap: { usedBytes: 1, limitBytes: 2 },
};
const PLAIN =
  "Failed to use the store: it is temporarily unavailable. Try again later; `/_sim/health` shows the reason.";
const REASON = "Failed to use the store `postgres://user@db/sim`.";

test("without a state, only the health and the readiness name the database, and only served hosts get it", async () => {
  const server = createServer(
    unavailable({
      version: "1.2.3",
      vitals: () => VITALS,
      probes: {
        status: () => ({ role: "follower" }),
        problem: async () => new SimulatorError("SIM_STORE", REASON),
        metrics: async () => "sandboxes 1",
      },
      token: "token",
      problem: () => new SimulatorError("SIM_STORE", REASON),
      guard: hostGuard({ host: "127.0.0.1", allowedHosts: [] }),
      crossOrigin: cors(),
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (path: string, host: string): Promise<readonly unknown[]> => {
    const { status, headers, body } = await request(url).get(path).set("Host", host);
    const allowed = headers["access-control-allow-origin"];
    const reason = body.detail ?? body.storeProblem ?? body.problem;
    return [status, headers["x-sim-error"], allowed, reason];
  };
  const misdirected = [
    421,
    "SIM_HOST",
    undefined,
    expect.stringMatching(/^Failed to serve a request to the host /),
  ];
  expect(await ask("/get-quotas", "localhost")).toEqual([503, "SIM_STORE", "*", PLAIN]);
  expect(await ask("/_sim/jobs", "localhost")).toEqual([503, "SIM_STORE", undefined, PLAIN]);
  expect(await ask("/_sim/health", "localhost")).toEqual([200, undefined, undefined, REASON]);
  expect(await ask("/_sim/livez", "localhost")).toEqual([200, undefined, undefined, undefined]);
  expect(await ask("/_sim/readyz", "localhost")).toEqual([503, undefined, undefined, REASON]);
  const noToken = [401, "SIM_CONTROL_TOKEN", undefined, expect.stringContaining("is missing")];
  expect(await ask("/_sim/metrics", "localhost")).toEqual(noToken);
  expect(await ask("/get-quotas", "attacker.example")).toEqual(misdirected);
  expect(await ask("/_sim/health", "attacker.example")).toEqual(misdirected);
  server.close();
});
