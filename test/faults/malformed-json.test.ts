import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted, hear, JSON_TYPE, scenarioOf, see } from "./wire.ts";

const path = "/try-authentication";

test("malformedJson: a whole answer whose JSON lacks its end", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("malformedJson: true") });
  const seen = await see(sim, { path });
  expect([seen.status, seen.headers["content-type"], seen.headers["content-length"]]).toEqual([
    200,
    JSON_TYPE,
    "20",
  ]);
  expect([String(seen.body), seen.error]).toEqual(['{"authenticated":tru', undefined]);
  expect(faulted(sim)).toEqual({ fault: "f", status: 200, end: "finished" });
  expect((await sim.client.json("GET", path)).body).toEqual({ authenticated: true });
});

test("malformedJson of streamed results", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("malformedJson: true", "getResults"),
  });
  const jobId = await sim.client.submit({ inputs: ["a", "b"] });
  const download = { path: `/jobs/${jobId}/results?result_format=json` };
  const [bad, good] = [await see(sim, download), await see(sim, download)];
  expect(() => JSON.parse(String(bad.body))).toThrow(SyntaxError);
  expect(`${bad.body}]}`).toBe(String(good.body));
});

test("malformedJson of a stream of lines: the last line isn't JSON", async () => {
  await using sim = await startTestSimulator({
    yaml: "faults: [{ name: f, on: streamJobProgress, times: 1, malformedJson: true }]\n",
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const lines = String((await see(sim, { path: `/stream-job-progress/${jobId}` })).body).split(
    "\n",
  );
  const last = lines.pop() ?? "";
  expect(lines.map((line) => typeof JSON.parse(line)).every((type) => type === "object")).toBe(
    true,
  );
  expect(() => JSON.parse(last)).toThrow(SyntaxError);
});

test("malformedJson leaves what isn't JSON as it is, and is not named", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("malformedJson: true", "getResults"),
  });
  const jobId = await sim.client.submit({ inputs: ["a", "b"] });
  const download = { path: `/jobs/${jobId}/results?result_format=csv` };
  const [first, second] = [await see(sim, download), await see(sim, download)];
  expect(first.headers["x-sim-fault"]).toBe(undefined);
  expect(first.body.equals(second.body)).toBe(true);
});

test("an error's JSON is malformed too, over the wire as it is in the journal", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("malformedJson: true", "getJob") });
  const { text } = await hear(sim, { path: "/jobs/job-1", headers: ["Connection: close"] });
  expect(text).toContain('\r\n\r\n{"detail":"Job `job-1` does not exist.');
  expect(text.endsWith("exist.")).toBe(true);
  expect(sim.allExchanges[0]?.response.body).toEqual({
    byteLength: 38,
    text: '{"detail":"Job `job-1` does not exist.',
  });
});
