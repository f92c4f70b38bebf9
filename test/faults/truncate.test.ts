import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted, headOf, hear, JSON_TYPE, scenarioOf, see } from "./wire.ts";

const path = "/try-authentication";

test("truncate atBytes: the head announces the whole body, this number of bytes arrive, and the connection closes cleanly", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("truncate: { atBytes: 9 }") });
  const head = headOf("200 OK", { "content-type": JSON_TYPE, fault: "f", "content-length": 22 });
  expect(await hear(sim, { path })).toEqual({ text: `${head}{"authent`, end: "FIN" });
  expect(faulted(sim)).toEqual({ fault: "f", status: 200, end: "cut" });
  expect((await sim.client.json("GET", path)).body).toEqual({ authenticated: true });
});

test("a client that counts sees that a truncated body is not the whole", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("truncate: { atShare: 50% }") });
  const seen = await see(sim, { path });
  expect([seen.status, seen.headers["content-length"], String(seen.body), seen.error]).toEqual([
    200,
    "22",
    '{"authentic',
    "ECONNRESET",
  ]);
});

test("truncate of a body with as few bytes changes nothing, and is not named", async () => {
  await using sim = await startTestSimulator({ yaml: scenarioOf("truncate: { atBytes: 22 }") });
  const { body, headers } = await sim.client.json("GET", path);
  expect([body, headers.get("x-sim-fault")]).toEqual([{ authenticated: true }, null]);
  expect(sim.allExchanges.filter(({ fault }) => fault !== undefined)).toEqual([]);
});

const FORMATS = ["json", "csv", "parquet"];

test.each(FORMATS)(
  "truncate of %s results: their length is announced, and half of it comes",
  async (format) => {
    await using sim = await startTestSimulator({
      yaml: scenarioOf("truncate: { atShare: 0.5 }", "getResults"),
    });
    const jobId = await sim.client.submit({
      inputs: Array.from({ length: 700 }, (_, i) => `row ${i}`),
    });
    const download = { path: `/jobs/${jobId}/results?result_format=${format}` };
    const cut = await see(sim, download);
    const whole = await see(sim, download);
    expect([cut.status, cut.headers["content-length"], cut.error]).toEqual([
      200,
      String(whole.body.length),
      "ECONNRESET",
    ]);
    expect(cut.body.equals(whole.body.subarray(0, Math.floor(whole.body.length / 2)))).toBe(true);
    expect(whole).toMatchObject({ status: 200, error: undefined });
  },
);

test("truncate of a live stream: no length is announced, and the first lines come", async () => {
  await using sim = await startTestSimulator({
    yaml: `faults: [{ name: f, on: streamJobProgress, times: 1, truncate: { atShare: 50% } }]\n`,
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const stream = { path: `/stream-job-progress/${jobId}` };
  const cut = await see(sim, stream);
  const whole = await see(sim, stream);
  expect([cut.headers["content-length"], cut.headers["transfer-encoding"], cut.error]).toEqual([
    undefined,
    "chunked",
    "ECONNRESET",
  ]);
  expect(
    String(cut.body)
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line).update_type),
  ).toEqual(["progress", "tokens"]);
  expect([whole.status, whole.error]).toEqual([200, undefined]);
});

test("truncate of a live stream at some bytes ends it there", async () => {
  await using sim = await startTestSimulator({
    yaml: `faults: [{ name: f, on: streamJobProgress, times: 1, truncate: { atBytes: 14 } }]\n`,
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const { body, error } = await see(sim, { path: `/stream-job-progress/${jobId}` });
  expect([String(body), error]).toEqual(['{"update_type"', "ECONNRESET"]);
});
