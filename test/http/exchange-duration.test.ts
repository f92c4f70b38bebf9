import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { Recorder } from "../../src/http/recorder.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { createSpecs } from "../../src/spec/spec.ts";
import { Clock } from "../../src/state/clock.ts";
import { Store } from "../../src/state/store.ts";
import { SCENARIO } from "../state/sandbox-builder.ts";

test("an exchange's arrival and duration are of one clock, so that a pause between two readings doesn't lengthen it", async () => {
  const readings = [5000, 5003];
  const clock = new Clock({ mode: "manual" }, new Store({ scenario: SCENARIO }), {
    wall: { now: () => 0, steadyNow: () => readings.shift() ?? Number.NaN },
    onStall: () => {},
  });
  const spec = createSpecs(await loadBaseDocument())({});
  const server = createServer((_, res) => res.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const requested = once(server, "request");
  await fetch(`http://127.0.0.1:${port}/list-jobs`);
  const [req, res] = await requested;
  const recorder = new Recorder(req, { clock, spec });
  expect(recorder.close(1, res).durationMs).toBe(3);
  expect(recorder.conduct().steadyAt).toBe(5000);
  server.close();
});
