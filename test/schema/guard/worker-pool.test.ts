import { afterAll, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../src/core/json.ts";
import { WorkerPool } from "../../../src/generate/schemas/worker-pool.ts";
import { packageFile } from "../../../src/simulator/package-file.ts";
import { Seats } from "../../../src/workers/seats.ts";

const pool = new WorkerPool({
  file: packageFile("dist", "schema-worker.cjs"),
  data: { maxSteps: 20_000 },
  factor: 1,
});
afterAll(() => pool.close());

function ask(key: string, index: number, isForJob = false): Promise<unknown> {
  const schema: JsonObject = { type: "integer", minimum: index };
  const request = { kind: "inspect", schema, path: "" };
  return pool.ask({ key, text: JSON.stringify(schema), request, isForJob });
}

// With two workers on a busy machine, one may finish many requests while the other has no processor time: these bounds are
// between a few requests, which come first because of their priority, and all of them, which would come first in order of
// arrival.
const ALL = 50;
const MOST_BEFORE = 40;

test("a key with many requests delays another key by one request at most", async () => {
  const done: string[] = [];
  const many = Array.from({ length: ALL }, (_, index) =>
    ask("many", index).then(() => done.push("many")),
  );
  await ask("one", 1000).then(() => done.push("one"));
  await Promise.all(many);
  expect(done.indexOf("one")).toBeLessThan(MOST_BEFORE);
});

test("requests for accepted jobs come first", async () => {
  const done: string[] = [];
  const creates = Array.from({ length: ALL }, (_, index) =>
    ask("a", 100 + index).then(() => done.push("create")),
  );
  await ask("a", 2000, true).then(() => done.push("job"));
  await Promise.all(creates);
  expect(done.indexOf("job")).toBeLessThan(MOST_BEFORE);
});

test("at most 50 creates of a key wait; other keys and accepted jobs aren't affected", async () => {
  const asked = Array.from({ length: 60 }, (_, index) => ask("many", 200 + index));
  const results = await Promise.allSettled([...asked, ask("other", 1), ask("many", 1, true)]);
  const rejected = results.filter(({ status }) => status === "rejected");
  expect(rejected).toHaveLength(8);
  for (const each of rejected) {
    expect((each as PromiseRejectedResult).reason).toMatchObject({
      code: "SIM_BUSY",
      message:
        "Failed to compile the JSON Schema: 50 of this API key's requests are already waiting for a worker. Send fewer requests at once.",
    });
  }
});

test("closing a pool rejects what waits for its workers, and later requests", async () => {
  const closing = new WorkerPool({
    file: packageFile("dist", "schema-worker.cjs"),
    data: { maxSteps: 20_000 },
    factor: 1,
  });
  const requests = Array.from({ length: 5 }, (_, index) => {
    const schema = { type: "integer", minimum: index };
    const request = { kind: "inspect", schema, path: "" };
    return closing.ask({ key: "a", text: JSON.stringify(schema), request, isForJob: index === 4 });
  });
  const results = Promise.allSettled(requests);
  await closing.close();
  const reasons = (await results).map((each) => "reason" in each && String(each.reason));
  expect(reasons).toEqual(Array(5).fill("Error: The worker was stopped."));
  const late = { key: "a", text: "{}", request: {}, isForJob: true };
  await expect(closing.ask(late)).rejects.toThrow("The worker was stopped.");
});

test("a limit on steps that take longer than a timer lasts never makes a worker count as hung", async () => {
  const data = { maxSteps: 20_000 };
  const patient = new WorkerPool({
    file: packageFile("dist", "schema-worker.cjs"),
    data,
    factor: 1e6,
  });
  const request = { kind: "inspect", schema: { type: "integer" }, path: "" };
  const response = patient.ask({ key: "a", text: "{}", request, isForJob: false });
  expect(await response).toEqual({ verdict: { kind: "supported" }, doubts: [] });
  await patient.close();
});

test("nobody gets a seat that becomes free while the workers are closed", async () => {
  const seats = new Seats({ count: 1, isOnePerKey: true, busy: () => new Error("busy") });
  const taken = seats.take("a");
  seats.close();
  await expect(taken).rejects.toThrow("The worker was stopped.");
});
