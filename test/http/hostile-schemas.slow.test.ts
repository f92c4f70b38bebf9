import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { createSchemas } from "../../src/generate/schemas/schemas.ts";
import { packageFile } from "../../src/simulator/package-file.ts";
import { startTestSimulator } from "../support/simulator.ts";

// Each takes a second or more to compile, or to make a row.

const named = (count: number, make: (index: number) => JsonObject): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, make(i)]));

const counted = (index: number): JsonObject => ({
  oneOf: [..."abc"].map((first) => ({
    pattern: `^${first}{1,256}[a-z${index}]{1,256}x{1,256}$`,
  })),
});

const SCHEMAS: readonly (readonly [string, JsonObject])[] = [
  [
    "190 objects and 5 patterns",
    {
      type: "object",
      properties: named(185, () => ({ type: "string" })),
      patternProperties: Object.fromEntries(
        [0, 1, 2, 3, 4].map((i) => [`^[a-z]{1,${20 + i}}[0-9]{0,${20 + i}}$`, { minLength: i }]),
      ),
    },
  ],
  [
    "three counted patterns for each of six properties",
    { type: "object", properties: named(6, counted), required: ["p0", "p1", "p2"] },
  ],
  ["a pattern whose states multiply", { type: "string", pattern: "(a|b)*a(a|b){200}" }],
];

test.each(SCHEMAS)("a schema doesn't delay other requests: %s", async (_, schema) => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const answered: string[] = [];
  const others = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) await sim.client.json("GET", "/list-jobs");
    answered.push("others");
  };
  await sim.client.json("GET", "/list-jobs");
  const create = sim.client.create({ inputs: ["a"], json_schema: schema });
  await Promise.all([create.then(() => answered.push("create")), others()]);
  const { status, body } = await create;
  expect(status).toBe(200);
  const { job_id: jobId } = body as { job_id: string };
  await sim.client.follow(jobId);
  expect((await sim.client.jsonResults(jobId)).body.outputs.length).toBe(1);
  expect(answered).toEqual(["others", "create"]);
  // This thread can't compile the schema, neither for create nor for the results.
  const schemas = createSchemas({ workerFile: packageFile("dist", "schema-worker.cjs") });
  expect(await schemas.openHere(schema)).toBe(undefined);
});

test.each(["allOf", "anyOf", "prefixItems", "x-unknown"])(
  "a schema with a reference to nested lists: %s",
  async (keyword) => {
    await using sim = await startTestSimulator({ scenario: "instant" });
    let deep: JsonObject = { type: "string" };
    for (let level = 0; level < 40; level++) deep = { [keyword]: [deep] };
    const properties = { y: { $ref: "#/$defs/deep" } };
    const json_schema = { type: "object", properties, required: ["y"], $defs: { deep } };
    const jobId = await sim.client.submit({ inputs: ["a"], json_schema });
    await sim.client.follow(jobId);
    expect((await sim.client.jsonResults(jobId)).body.outputs.length).toBe(1);
  },
);

test("a hostile schema doesn't delay another schema that needs a worker", async () => {
  const answered: string[] = [];
  let hostile: Promise<unknown>;
  {
    await using sim = await startTestSimulator({
      scenario: "instant",
      maxSchemaSteps: 1_000_000_000,
    });
    const create = async (name: string, json_schema: JsonObject): Promise<void> => {
      await sim.client.create({ inputs: ["a"], json_schema });
      answered.push(name);
    };
    const wide = (count: number): JsonObject => ({ properties: named(count, () => ({})) });
    // Starts both workers.
    await Promise.all([create("first", wide(50)), create("second", wide(51))]);
    // Its steps would take hours; it ends only with the simulator.
    hostile = create("hostile", doubling(40)).catch(() => {});
    await create("other", wide(52));
  }
  await hostile;
  expect(answered.slice(2)).toEqual(["other"]);
});

/** An object with two of the next, and so on; compiling it takes all steps. */
function doubling(levels: number): JsonObject {
  const defs = Array.from({ length: levels }, (_, i): [string, JsonObject] => {
    const next = { $ref: `#d${i + 1}` };
    const properties = { a: next, b: next };
    return [`d${i}`, { $anchor: `d${i}`, type: "object", properties, required: ["a", "b"] }];
  });
  const last = { $anchor: `d${levels}`, type: "integer" };
  return { $ref: "#d0", $defs: Object.fromEntries([...defs, ["last", last]]) };
}
