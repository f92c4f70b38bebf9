import { describe, expect, test } from "@jest/globals";
import { createSchemaMatcher, StepLimitError } from "../../packages/schema-values/src/index.ts";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { parseScenario } from "../../src/scenario/load/parse-scenario.ts";
import { VOCABULARY } from "./vocabulary.ts";

const options = { file: "x.yaml", vocabulary: VOCABULARY };
const matcher = await createSchemaMatcher();
const STEPS = 200_000;
const matches = (schema: JsonObject, value: JsonValue): boolean =>
  matcher(schema, value, { steps: STEPS });

async function callMatch(when: string) {
  const text = `faults: [{ on: "*", status: 500, when: ${when} }]`;
  const { faults } = await parseScenario(text, options);
  return faults[0]?.when;
}

const CLOSED = "{ body: { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false } }";

describe("a condition holds", () => {
  const rows: readonly (readonly [string, "query" | "header" | "body", object, boolean])[] = [
    ["{ query: { result_format: csv } }", "query", { result_format: "csv" }, true],
    ["{ query: { result_format: csv } }", "query", { result_format: "json" }, false],
    ["{ query: { result_format: csv } }", "query", {}, false],
    [
      "{ query: { include_inputs: true, limit: 5 } }",
      "query",
      { include_inputs: "true", limit: "5" },
      true,
    ],
    [
      "{ query: { include_inputs: true, limit: 5 } }",
      "query",
      { include_inputs: "true", limit: "6" },
      false,
    ],
    [
      "{ query: { format: csv, type: batch, id: x } }",
      "query",
      { format: "csv", type: "batch", id: "x" },
      true,
    ],
    [
      "{ query: { format: csv, type: batch, id: x } }",
      "query",
      { format: "csv", type: "batch" },
      false,
    ],
    ["{ query: { format: csv } }", "query", { format: "json" }, false],
    ["{ query: { required: [limit] } }", "query", { limit: "6" }, true],
    ["{ header: { X-Team: a } }", "header", { "x-team": "a", accept: "b" }, true],
    ["{ header: { X-Team: a } }", "header", { accept: "a" }, false],
    ["{ body: { job_priority: 1, name: null } }", "body", { job_priority: 1, name: null }, true],
    ["{ body: { job_priority: 1, name: null } }", "body", { job_priority: "1", name: null }, false],
    ["{ body: { type: object, properties: { a: { minimum: 2 } } } }", "body", { a: 3 }, true],
    ["{ body: { type: object, properties: { a: { minimum: 2 } } } }", "body", { a: 1 }, false],
    [CLOSED, "body", { a: 3 }, true],
    [CLOSED, "body", { a: 3, b: 1 }, false],
  ];
  test.each(rows)("%s on %s %j: %s", async (when, part, value, holds) => {
    const schema = (await callMatch(when))?.[part];
    expect(matches(schema ?? {}, value as never)).toBe(holds);
  });

  test("for the body of a create request", async () => {
    const text = "profiles: [{ when: { request: { dryrun: true } } }]";
    const { profiles } = await parseScenario(text, options);
    const schema = profiles[0]?.when?.request ?? {};
    expect([{ dryrun: true }, { dryrun: "true" }, {}].map((each) => matches(schema, each))).toEqual(
      [true, false, false],
    );
  });
});

describe("a condition is rejected", () => {
  const rows: readonly (readonly [string, string])[] = [
    [
      "{ query: { type: sting } }",
      'x.yaml:1:51 faults.0.when.query.type: `"sting"` is not a valid value for the JSON Schema keyword `type`. Did you mean `string`? If `type` is a field, write `{"type":"object","required":["type"],"properties":{"type":{"const":"sting"}}}`.',
    ],
    [
      "{ query: { format: csv, minLength: true } }",
      'x.yaml:1:64 faults.0.when.query.minLength: `true` is not a valid value for the JSON Schema keyword `minLength`. If `minLength` is a field, write `{"type":"object","required":["format","minLength"],"properties":{"format":{"const":"csv"},"minLength":{"const":"true"}}}`.',
    ],
    [
      "{ body: { required: inputs } }",
      'x.yaml:1:50 faults.0.when.body.required: `"inputs"` is not a valid value for the JSON Schema keyword `required`. If `required` is a field, write `{"type":"object","required":["required"],"properties":{"required":{"const":"inputs"}}}`.',
    ],
    [
      "{ body: { $schema: 'http://json-schema.org/draft-04/schema#', minContains: 0.1 } }",
      "x.yaml:1:48 faults.0.when.body: Expected a JSON Schema: must be integer, got `0.1` (at `/minContains`).",
    ],
    [
      "{ query: { required: [a], propertes: { a: { const: b } } } }",
      "x.yaml:1:66 faults.0.when.query.propertes: Unknown JSON Schema keyword `propertes`. Did you mean `properties`?",
    ],
    [
      "{ body: { properties: { a: { minimun: 2 } } } }",
      "x.yaml:1:69 faults.0.when.body.properties.a.minimun: Unknown JSON Schema keyword `minimun`. Did you mean `minimum`?",
    ],
    [
      "{ body: { params: { temperature: 0 } } }",
      "x.yaml:1:50 faults.0.when.body.params: Unknown JSON Schema keyword `params`. Write a JSON Schema, or map fields to values that aren't objects or lists.",
    ],
  ];
  test.each(rows)("%s", async (when, problem) => {
    await expect(callMatch(when)).rejects.toThrow(
      `Failed to read the scenario \`x.yaml\`: 1 problem.\n${problem}`,
    );
  });

  test("a misspelled keyword next to a value that is not a schema is reported, too", async () => {
    await expect(callMatch("{ body: { anyOf: [{ minimun: 2 }, 5] } }")).rejects.toThrow(
      "2 problems.\nx.yaml:1:48 faults.0.when.body: Expected a JSON Schema: must be object,boolean, got `5` (at `/anyOf/1`).\nx.yaml:1:60 faults.0.when.body.anyOf.0.minimun: Unknown JSON Schema keyword `minimun`. Did you mean `minimum`?",
    );
  });
});

function nested(depth: number): JsonObject {
  return depth === 0 ? {} : { x: nested(depth - 1) };
}

const TWICE = { properties: { x: { $ref: "#/$defs/twice" } } };
const PROMPT = (pattern: string) => ({ properties: { system_prompt: { pattern } } });

describe("checking a condition takes a limited number of steps", () => {
  const rows: readonly (readonly [string, JsonObject, JsonValue])[] = [
    [
      "a reference to itself, twice for each level",
      { $ref: "#/$defs/twice", $defs: { twice: { allOf: [TWICE, TWICE] } } },
      nested(20),
    ],
    [
      "a reference to itself on the same value",
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } },
      {},
    ],
    [
      "unique items that are large",
      { allOf: [1, 2, 3].map(() => ({ uniqueItems: true })) },
      Array.from({ length: 45_000 }, (_, index) => ({ a: index, b: "x".repeat(100) })),
    ],
    ["a long string", PROMPT("(a|b)*a(a|b){20}x"), { system_prompt: "ab".repeat(1_500_000) }],
    [
      "many patterns",
      { anyOf: ["x", "y", "z"].map((letter) => PROMPT(`(a|b)*a(a|b){10}${letter}`)) },
      { system_prompt: "ab".repeat(400_000) },
    ],
  ];
  test.each(rows)("%s", (_, schema, value) => {
    expect(() => matches(schema, value)).toThrow(StepLimitError);
  });

  test("several conditions share one budget", () => {
    const budget = { steps: STEPS };
    const check = (): boolean =>
      matcher(PROMPT("^(a|b)*$"), { system_prompt: "ab".repeat(400_000) }, budget);
    expect(check()).toBe(true);
    expect(check()).toBe(true);
    expect(check).toThrow(StepLimitError);
  });

  test("45,000 unique items are few enough", () => {
    const items = Array.from({ length: 45_000 }, (_, index) => ({ a: index }));
    expect(matches({ uniqueItems: true }, items)).toBe(true);
    expect(matches({ uniqueItems: true }, [...items, { a: 7 }])).toBe(false);
  });
});

test("`format` only describes", () => {
  expect(matches({ format: "email" }, "x")).toBe(true);
});

test("a condition can't refer to a metaschema", async () => {
  await expect(
    callMatch('{ body: { $ref: "https://json-schema.org/draft/2020-12/schema" } }'),
  ).rejects.toThrow(
    "`$ref` refers to `https://json-schema.org/draft/2020-12/schema`, but external documents are never fetched: copy the schema into `$defs` (at `/$ref`).",
  );
});
