import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { Recorder } from "../../src/http/recorder.ts";
import { connectionOf } from "../../src/http/request/arrival.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { createSpecs } from "../../src/spec/spec.ts";
import { Clock } from "../../src/state/clock.ts";
import { Store } from "../../src/state/store.ts";
import { monotonicNow } from "../../src/state/wall-timer.ts";
import { SCENARIO } from "../state/sandbox-builder.ts";

test("an exchange's times are exact, so that an interruption of the process makes no retry look parallel", async () => {
  const clock = new Clock({ mode: "manual" }, new Store({ scenario: SCENARIO }), {
    wall: { now: () => 0, steadyAt: (monotonic) => 5000 + monotonic },
    onStall: () => {},
  });
  const spec = createSpecs(await loadBaseDocument())({});
  const server = createServer((_, res) => res.end()).listen(0, "127.0.0.1");
  server.on("connection", connectionOf);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const requested = once(server, "request");
  await fetch(`http://127.0.0.1:${port}/list-jobs`);
  const [req, res] = await requested;
  const recorder = new Recorder(req, { clock, spec });
  const { durationMs } = recorder.close(1, res);
  const { sentAt, steadyAt = Number.NaN } = recorder.conduct();
  expect(sentAt).toBe(5000 + connectionOf(req.socket).arrivedAt);
  expect(steadyAt).toBeGreaterThanOrEqual(sentAt ?? Number.NaN);
  expect(steadyAt + durationMs).toBeLessThanOrEqual(5000 + monotonicNow());
  server.close();
});
