import { expect, jest, test } from "@jest/globals";
import type { Trace } from "../../../src/core/trace.ts";
import { startTestSimulator } from "../../support/simulator.ts";
import { idsIn, judged, trace } from "../support.ts";

/** Equal requests at even intervals. */
function loop(use: string, count: number, everyMs: number, more: Partial<Trace> = {}): Trace[] {
  return Array.from({ length: count }, (_, index) =>
    trace(index + 1, index * everyMs, { use, durationMs: 1, ...more }),
  );
}

const ids = (traces: readonly Trace[]): string[] => judged({ traces }).map(([id]) => id);

test("called-too-often: an operation that gives the same response 30 times within 10 seconds of wall time", () => {
  expect(judged({ traces: loop("listJobs", 400, 20) })).toEqual([
    [
      "called-too-often",
      "The client sent GET /listJobs 400 times within 8s, 50 times per second, and got the same response each time.",
    ],
  ]);
  for (const use of ["listJobs", "checkKey", "streamJobProgress", "getQuotas", "cancelJob"])
    expect([use, ...ids(loop(use, 30, 300))]).toEqual([use, "called-too-often"]);
  expect(ids(loop("listJobs", 29, 20))).toEqual([]);
  expect(ids(loop("listJobs", 60, 350))).toEqual([]);
});

test("called-too-often: the machine's clock that is set forward again and again doesn't hide a loop", async () => {
  await using sim = await startTestSimulator({ onNotice: () => {} });
  const { now } = Date;
  let aheadMs = 0;
  const clock = jest.spyOn(Date, "now").mockImplementation(() => now() + aheadMs);
  for (; aheadMs < 40 * 3000; aheadMs += 3000) await sim.client.json("GET", "/list-jobs");
  const [first, last] = [sim.exchanges()[0], sim.exchanges().at(-1)];
  expect((last?.wallAt ?? 0) - (first?.wallAt ?? 0)).toBeGreaterThan(100_000);
  expect(idsIn(sim)).toEqual(["called-too-often"]);
  clock.mockRestore();
});

test("called-too-often: the machine's clock that is set back a little, again and again, doesn't make one client look like several", async () => {
  await using sim = await startTestSimulator();
  const { now } = Date;
  let behindMs = 0;
  const clock = jest.spyOn(Date, "now").mockImplementation(() => now() - behindMs);
  for (; behindMs < 40 * 90; behindMs += 90) await sim.client.json("GET", "/list-jobs");
  const times = sim.exchanges().map(({ wallAt }) => wallAt);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(idsIn(sim)).toEqual(["called-too-often"]);
  clock.mockRestore();
});

test("called-too-often: responses that differ, polls, downloads, and failures are judged by others, if at all", () => {
  const differing = loop("listJobs", 100, 20).map((each) => ({ ...each, responseBytes: each.id }));
  expect(ids(differing)).toEqual([]);
  for (const use of ["getJobStatus", "getResults"]) expect(ids(loop(use, 100, 20))).toEqual([]);
  expect(ids(loop("listJobs", 100, 20, { status: 404 }))).toEqual([]);
});

test("called-too-often: requests that each create something are not a loop", async () => {
  await using sim = await startTestSimulator();
  const made = new Set<string>();
  for (let count = 0; count < 40; count++) {
    const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
    made.add(body.dataset_id);
  }
  expect(made.size).toBe(40);
  expect(idsIn(sim)).toEqual([]);
});

test("called-too-often: on a manual clock, a client may advance time instead of waiting", async () => {
  for (const [pause, found] of [
    ["2s", []],
    ["10ms", ["called-too-often"]],
  ] as const) {
    await using sim = await startTestSimulator({ clock: "manual", onNotice: () => {} });
    for (let count = 0; count < 40; count++) {
      await sim.client.json("GET", "/list-jobs");
      await sim.clock.advance(pause);
    }
    expect(idsIn(sim)).toEqual(found);
  }
});

test("called-too-often: each of several workers may send as many", () => {
  const overlapping = loop("listJobs", 40, 20, { durationMs: 30 });
  expect(ids(overlapping)).toEqual([]);
  expect(ids(loop("listJobs", 60, 20, { durationMs: 30 }))).toEqual(["called-too-often"]);
});

test("key-leaked: an API key for a pre-signed URL, which needs none; the spec is the one of the key's sandbox", async () => {
  await using sim = await startTestSimulator({ overlays: ["client-sdk"] });
  expect((await sim.client.json("GET", "/openapi.json")).status).toBe(200);
  const { body } = await sim.client.json<{ results: string }>("POST", "/batch-inference", {
    inputs: ["a"],
  });
  await sim.client.follow(body.results);
  const path = `/jobs/${body.results}/results-url?format=json`;
  const { urls } = (await sim.client.json<{ urls: { get: string } }>("GET", path)).body;
  await (await fetch(urls.get)).text();
  expect(idsIn(sim)).toEqual([]);
  await (await fetch(urls.get, { headers: { authorization: `Key ${sim.apiKey}` } })).text();
  const [found] = sim.report().findings;
  expect([found?.id, found?.severity, found?.jobId]).toEqual(["key-leaked", "error", body.results]);
  expect(found?.sentence).toMatch(
    /^The client sent its API key with GET \S+, which doesn't need it\.$/,
  );
});

test("key-leaked: an API key for the signed URL of a placed file, which is recorded only then", async () => {
  await using sim = await startTestSimulator();
  const { url } = await sim.control.files.put("rows.csv", "inputs\na\n", { expiresIn: "10m" });
  await (await fetch(url)).text();
  expect([await sim.control.journal.find(), idsIn(sim)]).toEqual([[], []]);
  const headers = { authorization: `Key ${sim.apiKey}` };
  expect(await (await fetch(url, { headers })).text()).toBe("inputs\na\n");
  const { pathname } = new URL(url);
  const [exchange] = await sim.control.journal.find();
  expect(exchange?.url).toMatch(/^\/_sim\/files\/rows\.csv\?.*signature=\*\*\*/);
  expect(exchange?.request.headers["authorization"]).toMatch(/^Key \*\*\*/);
  expect(exchange?.response).toMatchObject({ status: 200, body: { text: "inputs\na\n" } });
  const found = { id: "key-leaked", severity: "error", exchanges: [1] };
  const sentence = `The client sent its API key with GET ${pathname}, which doesn't need it.`;
  expect(sim.report().findings).toMatchObject([{ ...found, sentence }]);
  await (await fetch(url, { method: "PUT", headers, body: "x" })).text();
  const again = { ...found, sentence, exchanges: [1, 2] };
  expect(sim.report().findings).toMatchObject([again]);
});
