import { expect, test } from "@jest/globals";
import "@hyperjump/json-schema/draft-07";
import { registerSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { startSimulator } from "../../src/index.ts";
import { idsIn } from "../findings/support.ts";
import { validatorOf } from "../schema/compiled.ts";
import { REALISTIC } from "../schema/fallback/schemas.ts";
import { Client } from "../support/client.ts";
import { startTestSimulator } from "../support/simulator.ts";

const INPUTS = Array.from({ length: 30 }, (_, i) => `Ticket ${i}: the parcel arrived damaged.`);

const { "a Zod export": ZOD = {} } = REALISTIC;

const EXPORTED: Record<string, JsonObject> = {
  Pydantic: REALISTIC["a Pydantic export"] ?? {},
  "Zod, by 2020-12": ZOD,
  "Zod, by draft 07": { ...ZOD, $schema: "http://json-schema.org/draft-07/schema#" },
  "OpenAPI 3.0": REALISTIC["an OpenAPI 3.0 schema with nullable"] ?? {},
};

test.each(Object.entries(EXPORTED))("outputs conform to a schema from %s", async (name, schema) => {
  await using sim = await startTestSimulator();
  const jobId = await sim.client.submit({ inputs: INPUTS, json_schema: schema });
  await sim.client.follow(jobId);
  const { outputs } = (await sim.client.jsonResults(jobId)).body;
  const values = outputs.map((output) => JSON.parse(output) as JsonValue);
  expect(values.length).toBe(INPUTS.length);
  expect(new Set(outputs).size).toBeGreaterThan(1);

  const byAjv = validatorOf(schema);
  const uri = `https://example.com/over-http/${encodeURIComponent(name)}`;
  const dialect = schema["$schema"] ?? "https://json-schema.org/draft/2020-12/schema";
  registerSchema(JSON.parse(JSON.stringify(schema)) as never, uri, String(dialect));
  const byHyperjump = await validate(uri);
  const bad = values.filter((value) => !byAjv(value) || !byHyperjump(value as never).valid);
  expect(bad).toEqual([]);
});

test.each<[string, JsonObject, string, string]>([
  [
    "is not a schema",
    { type: "object", properties: { age: { type: "strin" } } },
    "/json_schema/properties/age/type",
    'Expected a valid JSON Schema: must be equal to one of the allowed values (array,boolean,integer,null,number,object,string), got `"strin"` (at `/properties/age/type`).',
  ],
  [
    "nothing satisfies",
    { type: "string", minLength: 5, maxLength: 2 },
    "/json_schema/minLength",
    "Expected a schema that at least one value conforms to: no string has at least 5 and at most 2 characters (at `/minLength` and `/maxLength`).",
  ],
  [
    "refers to itself endlessly",
    { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] },
    "/json_schema/properties/next",
    "Expected a schema that at least one value conforms to: the required property `next` can't have a value: the required property `next` can't have a value: the value would need infinitely many nested values (at `/properties/next` and `/required`).",
  ],
  [
    "refers to another document",
    { items: { $ref: "https://example.com/item.json" } },
    "/json_schema/items/$ref",
    "Failed to generate values that conform to the schema: `$ref` refers to `https://example.com/item.json`, but external documents are never fetched: copy the schema into `$defs` (at `/items/$ref`).",
  ],
  [
    "refers to nothing",
    { items: { $ref: "#/$defs/item" } },
    "/json_schema/items/$ref",
    "Expected a valid JSON Schema: `$ref` refers to `#/$defs/item`, which is not in the schema (at `/items/$ref`).",
  ],
  [
    "has a pattern that can't be matched safely",
    { type: "string", pattern: "^((a+)\\2)+$" },
    "/json_schema/pattern",
    "Failed to generate values that conform to the schema: `^((a+)\\2)+$` is not supported: the pattern contains a backreference (at `/pattern`).",
  ],
  [
    "has a pattern with the anchors of another language",
    { type: "string", pattern: "\\A[a-z]{3}\\z" },
    "/json_schema/pattern",
    "Failed to generate values that conform to the schema: `\\A[a-z]{3}\\z` is not supported: in JSON Schema's patterns (ECMAScript), `\\A` matches only a letter; to match the start or the end, use `^` or `$` (at `/pattern`).",
  ],
  [
    "has an invalid pattern",
    { type: "string", pattern: "(" },
    "/json_schema/pattern",
    "Expected a valid JSON Schema: `(` is not a valid regular expression (at `/pattern`).",
  ],
  [
    "is larger than can be compiled",
    { properties: { code: { enum: Array.from({ length: 100_001 }, (_, i) => i) } } },
    "/json_schema/properties/code/enum",
    "Failed to generate values that conform to the schema: it has 100001 values in one `enum`, more than the limit of 100000 (at `/properties/code/enum`); to raise this limit, set the option `maxSchemaSteps`.",
  ],
  [
    "has no small value",
    { type: "array", minItems: 1_000_000_000 },
    "/json_schema/minItems",
    "Expected the smallest value that conforms to the schema to have at most 1000000 characters, got 1000000000 (at `/minItems`).",
  ],
  [
    "doubles sixty times",
    doubling(60, "#/$defs/d"),
    "/json_schema",
    "Expected the smallest value that conforms to the schema to have at most 1000000 characters, got too many to count, because nested minimums multiply.",
  ],
  [
    "refers to itself in a cycle",
    { allOf: [{ $ref: "#" }, { $ref: "#" }] },
    "/json_schema",
    "Failed to generate values that conform to the schema: the schema takes too many steps to compile: it refers to itself in a cycle.",
  ],
  [
    "takes too many steps to validate",
    { allOf: [{ $ref: "#" }], type: "object" },
    "/json_schema",
    "Failed to generate values that conform to the schema: a value takes more than 2,000,000 steps to validate.",
  ],
  [
    "few values conform to",
    {
      type: "array",
      uniqueItems: true,
      minItems: 2000,
      items: { type: "object", required: ["a"] },
    },
    "/json_schema/uniqueItems",
    "Failed to generate values that conform to the schema: none of 4 attempts produced a conforming value; the most likely cause is `uniqueItems` (at `/uniqueItems`).",
  ],
])("a schema that %s is refused with where and why", async (_name, schema, path, message) => {
  await using sim = await startTestSimulator();
  const { status, body } = await sim.client.create({ inputs: ["a"], json_schema: schema });
  expect({ status, body }).toEqual({
    status: 422,
    body: { detail: message, errors: [{ path, message }] },
  });
});

const DIGITS: JsonObject = {
  type: "array",
  minItems: 18,
  maxItems: 18,
  items: { type: "integer", minimum: 0, maximum: 9 },
};

test.each<[string, JsonObject, string]>([
  [
    "needs trial and error",
    { type: "array", minItems: 1000, uniqueItems: true, items: { type: "string", maxLength: 2 } },
    "its values are made by trial and error",
  ],
  [
    "has large values",
    { type: "array", minItems: 4000, maxItems: 4000, items: DIGITS },
    "each row takes about 30 ms to make",
  ],
])(
  "a schema that %s is accepted, and the test's author is told",
  async (_name, json_schema, reason) => {
    const notices: string[] = [];
    await using sim = await startSimulator({
      clock: "poll",
      onNotice: (text) => notices.push(text),
    });
    const client = new Client(sim, sim.apiKey);
    const { status } = await client.create({ inputs: ["a"], json_schema });
    expect(status).toBe(200);
    expect(notices).toEqual([`The JSON Schema at \`/json_schema\` is slow: ${reason}.`]);
  },
);

test.each<[string, JsonObject, readonly string[]]>([
  [
    "is the wrapper of another service",
    { name: "review", description: "A review.", strict: true, schema: { type: "object" } },
    [
      "`/json_schema` is a wrapper of the form `{ name, strict, schema }`, not a JSON Schema. The generated values conform to the wrapper's `schema`. Send only that part: the wrapper itself, used as a JSON Schema, accepts every value.",
    ],
  ],
  [
    "has misspelt keywords",
    {
      type: "object",
      properties: { "a/b": { type: "string", maxLenght: 3 }, maxLenght: { type: "null" } },
      require: ["a/b"],
      $defs: { c: { anyOf: [true, { minimun: 3 }] } },
      enum: [{ minimun: 1 }],
    },
    [
      "`/json_schema` has keywords that JSON Schema doesn't define and that have no effect: `/json_schema/require` (did you mean `required`?), `/json_schema/properties/a~1b/maxLenght` (did you mean `maxLength`?), `/json_schema/$defs/c/anyOf/1/minimun` (did you mean `minimum`?).",
    ],
  ],
  [
    "has one misspelt keyword",
    { type: "string", Pattern: "^a$" },
    [
      "`/json_schema` has a keyword that JSON Schema doesn't define and that has no effect: `/json_schema/Pattern` (did you mean `pattern`?).",
    ],
  ],
  [
    "has annotations of its own",
    {
      ...{
        type: "object",
        "x-types": 1,
        markdownDescription: "…",
        propertyOrder: 3,
        nullable: true,
      },
      ...{
        example: {},
        note: "",
        readonly: true,
        constraints: {},
        properties: { schema: { type: "string" } },
      },
    },
    [],
  ],
  ["names its parts as the wrapper does", { name: "n", schema: {}, type: "string" }, []],
])("of a schema that %s the test's author is told", async (_name, json_schema, expected) => {
  const notices: string[] = [];
  await using sim = await startTestSimulator({ onNotice: (text) => notices.push(text) });
  expect((await sim.client.create({ inputs: ["a"], json_schema })).status).toBe(200);
  expect(notices).toEqual(expected);
});

test("where the simulator gives a schema up, it says that it did, and blames nobody", async () => {
  const notices: string[] = [];
  await using sim = await startSimulator({
    clock: "poll",
    onNotice: (text) => notices.push(text),
    maxSchemaSteps: 1e9,
  });
  const client = new Client(sim, sim.apiKey);
  const jobId = await client.submit({ inputs: ["a"] });
  const answers: string[] = [];
  const create = client
    .request("POST", "/batch-inference", {
      json: { inputs: ["a"], json_schema: doubling(60, "#d", LARGE) },
    })
    .then(async (response) => {
      answers.push("create");
      return { response, body: (await response.json()) as JsonObject };
    });
  await client.follow(jobId);
  answers.push("status");
  const { response, body } = await create;
  // The response to the other request comes first.
  expect(answers).toEqual(["status", "create"]);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("x-sim-error")).toBe("SIM_SCHEMA_LIMIT");
  expect(body).toEqual({
    type: "about:blank",
    title: "batch-sim failed; this is not a response from the simulated service.",
    status: 500,
    code: "SIM_SCHEMA_LIMIT",
    detail:
      "Failed to compile the JSON Schema: it needs more than 256 MiB of memory. This limit is batch-sim's, not the service's. Send a simpler schema.",
  });
  const exchange = sim.exchanges().findLast(({ operationId }) => operationId === "createJob");
  expect([exchange?.response.status, exchange?.simError]).toEqual([500, "SIM_SCHEMA_LIMIT"]);
  expect(idsIn(sim)).toEqual(["never-downloaded"]);
  expect(sim.report().notJudged.map(({ what }) => what)).toContain(
    "exchanges in which the simulator itself failed",
  );
  expect(notices.length).toBe(1);
});

/** Fills the memory quickly. */
const LARGE: JsonObject = { type: "array", minItems: 5000, items: { type: "null" } };

/** Nested objects, each with two of the next, and finally `end`; `reference` is the beginning of a reference to one. */
function doubling(
  levels: number,
  reference: string,
  end: JsonObject = { type: "integer" },
): JsonObject {
  const to = (level: number): JsonObject => ({ $ref: `${reference}${level}` });
  const defs = Array.from({ length: levels }, (_, i): [string, JsonObject] => [
    `d${i}`,
    {
      $anchor: `d${i}`,
      type: "object",
      properties: { a: to(i + 1), b: to(i + 1) },
      required: ["a", "b"],
    },
  ]);
  const last = { $anchor: `d${levels}`, ...end };
  return { ...to(0), $defs: Object.fromEntries([...defs, [`d${levels}`, last]]) };
}
