import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "@jest/globals";
import type { SchemaVerdict } from "schema-values";
import { SimulatorError } from "../../../src/core/errors.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import type { Inspection } from "../../../src/generate/schemas/inspection.ts";
import type { InspectRequest } from "../../../src/generate/schemas/schema-opener.ts";
import { schemaErrors } from "../../../src/generate/schemas/worker-pool.ts";
import { packageFile } from "../../../src/simulator/package-file.ts";
import { GuardedWorker } from "../../../src/workers/guarded-worker.ts";

const WORKER = packageFile("dist", "schema-worker.cjs");
/** Far below the default, so that a hostile schema takes only milliseconds. */
const maxSteps = 20_000;

/**
 * An object with two of the next, and so on: the smallest value has 2 to the power of `levels`
 * parts.
 */
function explosive(levels: number): JsonObject {
  const defs = Array.from({ length: levels }, (_, i): [string, JsonObject] => [
    `d${i}`,
    {
      $anchor: `d${i}`,
      type: "object",
      properties: { a: { $ref: `#d${i + 1}` }, b: { $ref: `#d${i + 1}` } },
      required: ["a", "b"],
    },
  ]);
  const last = { $anchor: `d${levels}`, type: "integer" };
  return { $ref: "#d0", $defs: Object.fromEntries([...defs, ["last", last]]) };
}

const COMPILING = schemaErrors("compile");
const LIMITS = { hungAfterMs: 60_000, megabytes: 256 };

const workerWith = (maxSteps: number, limits = LIMITS): GuardedWorker =>
  new GuardedWorker({ file: WORKER, data: { maxSteps }, limits });
const worker = workerWith(maxSteps);
afterAll(() => worker.close());

const verdictOf = async (
  schema: JsonObject,
  by: GuardedWorker = worker,
): Promise<SchemaVerdict> => {
  const request: InspectRequest = { kind: "inspect", schema, path: "" };
  return (await by.ask<Inspection>(request, COMPILING)).verdict;
};

/** The minimum sizes in this schema multiply. */
const ENDLESS = explosive(40);

const tooManySteps = (limit: number): SchemaVerdict => ({
  kind: "refused",
  path: "",
  reason: `Failed to generate values that conform to the schema: the schema takes too many steps to compile: more than ${limit}; to raise this limit, set the option \`maxSchemaSteps\`.`,
});

test("a worker gives the same verdict as compiling the schema in this thread", async () => {
  expect(await verdictOf({ type: "integer" })).toEqual({ kind: "supported" });
  expect(await verdictOf({ type: "string", minLength: 5, maxLength: 2 })).toEqual({
    kind: "refused",
    path: "/minLength",
    reason:
      "Expected a schema that at least one value conforms to: no string has at least 5 and at most 2 characters (at `/minLength` and `/maxLength`).",
  });
});

test("two busy loops in parallel don't change a verdict", async () => {
  const loops = [1, 2].map(() => new Worker("for (;;);", { eval: true }));
  try {
    expect(await verdictOf(ENDLESS)).toEqual(tooManySteps(maxSteps));
    expect(await verdictOf(explosive(6))).toEqual({ kind: "supported" });
  } finally {
    await Promise.all(loops.map((loop) => loop.terminate()));
  }
});

test("the limit on steps can be raised and lowered", async () => {
  const [low, high] = [workerWith(1000), workerWith(1e9)];
  expect(await verdictOf(explosive(6), low)).toEqual(tooManySteps(1000));
  expect(await verdictOf(explosive(6), high)).toEqual({ kind: "supported" });
  await Promise.all([low.close(), high.close()]);
});

test("a worker that hangs is stopped without a verdict on the schema, and the next one works", async () => {
  const limits = { hungAfterMs: 1, megabytes: 1000 };
  const impatient = workerWith(maxSteps, limits);
  await expect(verdictOf(ENDLESS, impatient)).rejects.toEqual(
    expect.objectContaining({
      name: "SimulatorError",
      code: "SIM_SCHEMA_LIMIT",
      message:
        "Failed to compile the JSON Schema: the worker thread did not respond within 0.001 s. The number of steps per schema is limited, so this machine must be too slow or too busy. Try again.",
    }),
  );
  const rows = impatient.ask(
    { kind: "inspect", schema: ENDLESS, path: "" },
    schemaErrors("generate rows for"),
  );
  await expect(rows).rejects.toThrow(
    "Failed to generate rows for the JSON Schema: the worker thread did not respond within 0.001 s. The number of steps per schema is limited, so this machine must be too slow or too busy. Try again.",
  );
  await impatient.close();
});

test("a schema that needs too much memory is given up, and the next worker works", async () => {
  const small = workerWith(1e9, { hungAfterMs: 60_000, megabytes: 24 });
  expect(await verdictOf({ type: "integer" }, small)).toEqual({
    kind: "supported",
  });
  await expect(verdictOf(ENDLESS, small)).rejects.toEqual(
    expect.objectContaining({
      code: "SIM_SCHEMA_LIMIT",
      message:
        "Failed to compile the JSON Schema: it needs more than 24 MiB of memory. This limit is batch-sim's, not the service's. Send a simpler schema.",
    }),
  );
  expect(await verdictOf({ type: "integer" }, small)).toEqual({
    kind: "supported",
  });
  await small.close();
});

test("schemas are tried one after another", async () => {
  const ended: string[] = [];
  const run = async (name: string, schema: JsonObject): Promise<void> => {
    await verdictOf(schema);
    ended.push(name);
  };
  await Promise.all([run("a hostile one", ENDLESS), run("a plain one", { type: "integer" })]);
  expect(ended).toEqual(["a hostile one", "a plain one"]);
});

test("a SimulatorError in a worker arrives as one, and the next worker works", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  const file = join(folder, "worker.cjs");
  await writeFile(file, FAILING_WORKER);
  const failing = new GuardedWorker({ file, data: undefined, limits: LIMITS });
  const failure = await failing.ask({ fails: true }, COMPILING).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SimulatorError);
  expect(failure).toMatchObject({ code: "SIM_SCHEMA_LIMIT", message: "too deep", issues: [] });
  expect(await failing.ask({ fails: false }, COMPILING)).toBe("done");
  await failing.close();
  await rm(folder, { recursive: true });
});

test("a worker that fails after its response doesn't end the process, and the next one works", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  const file = join(folder, "worker.cjs");
  await writeFile(file, FAILING_WORKER);
  const failing = new GuardedWorker({ file, limits: LIMITS });
  const flag = new Int32Array(new SharedArrayBuffer(4));
  expect(await failing.ask({ flag }, COMPILING)).toBe("done");
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  while (failing.isRunning) await new Promise((resolve) => setImmediate(resolve));
  expect(await failing.ask({}, COMPILING)).toBe("done");
  await failing.close();
  await rm(folder, { recursive: true });
});

const FAILING_WORKER = `
const { parentPort } = require("node:worker_threads");
class SimulatorError extends Error {
  code = "SIM_SCHEMA_LIMIT";
  issues = [];
}
parentPort.on("message", async ({ fails, flag }) => {
  if (fails) throw new SimulatorError("too deep");
  parentPort.postMessage("done");
  if (flag === undefined) return;
  Atomics.wait(flag, 0, 0);
  throw new Error("too late");
});
`;
