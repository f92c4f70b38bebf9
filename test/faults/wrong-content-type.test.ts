import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted, scenarioOf, see } from "./wire.ts";

test("wrongContentType: the body as it should be, announced as something else", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf('wrongContentType: "text/html; charset=utf-8"'),
  });
  const path = "/try-authentication";
  const { status, headers, body } = await see(sim, { path });
  expect([status, headers["content-type"], String(body)]).toEqual([
    200,
    "text/html; charset=utf-8",
    '{"authenticated":true}',
  ]);
  expect(faulted(sim)).toEqual({ fault: "f", status: 200, end: "finished" });
  const next = await see(sim, { path });
  expect(next.headers["content-type"]).toBe("application/json; charset=utf-8");
});

test("wrongContentType of a download: its bytes stay as they are", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("wrongContentType: application/json", "getResults"),
  });
  const jobId = await sim.client.submit({ inputs: ["a", "b"] });
  const download = { path: `/jobs/${jobId}/results?result_format=parquet` };
  const [bad, good] = [await see(sim, download), await see(sim, download)];
  expect(bad.headers["content-type"]).toBe("application/json");
  expect(bad.body.equals(good.body)).toBe(true);
});
