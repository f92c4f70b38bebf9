import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../src/json.ts";
import { rngFor } from "../src/rng.ts";
import { compile, distinctRowsOf, rowsOf } from "./compiled.ts";

test.each([
  [{ required: ["a"], properties: { a: { const: 1 } }, additionalProperties: false }, ['{"a":1}']],
  [{ required: ["x"], additionalProperties: { const: 2 }, maxProperties: 1 }, ['{"x":2}']],
  [{ properties: { a: false, b: { const: 1 } }, additionalProperties: false }, ["{}", '{"b":1}']],
  [
    { propertyNames: { enum: ["p", "q"] }, minProperties: 2, additionalProperties: { const: 0 } },
    ['{"p":0,"q":0}', '{"q":0,"p":0}'],
  ],
])("objects for %j are exactly %j", (schema, expected) => {
  expect(distinctRowsOf({ type: "object", ...schema })).toEqual([...expected].sort());
});

test.each([
  [{ minProperties: 3 }],
  [{ minProperties: 3, patternProperties: { "^a": false } }],
  [{ minProperties: 26, patternProperties: { "^[a-z]$": {} }, additionalProperties: false }],
  [{ minProperties: 2, propertyNames: { pattern: "^[a-z]{3}$" } }],
  [
    {
      patternProperties: { "^n_": { type: "integer" } },
      additionalProperties: false,
      minProperties: 2,
    },
  ],
  [{ patternProperties: { "^a": { type: "string" }, b$: { minLength: 3 } }, required: ["ab"] }],
  [
    {
      maxProperties: 2,
      properties: { a: {}, b: {}, c: {}, d: {} },
      minProperties: 2,
      additionalProperties: false,
    },
  ],
  [{ required: ["constructor", "toString"], properties: { valueOf: { type: "string" } } }],
  [{ dependentRequired: { a: ["b"], b: ["c"] }, properties: { a: {}, b: {}, c: {} } }],
  [
    {
      dependentSchemas: { a: { required: ["z"], properties: { z: { type: "integer" } } } },
      properties: { a: {} },
    },
  ],
  [{ dependencies: { a: ["b"], c: { required: ["d"] } }, properties: { a: {}, c: {} } }],
])("objects for %j conform", (schema) => {
  expect(rowsOf({ type: "object", ...schema })).toHaveLength(40);
});

test("optional properties vary from row to row", () => {
  const schema = { type: "object", properties: { a: { type: "integer" }, b: { type: "integer" } } };
  const shapes = rowsOf(schema, 60).map((row) => Object.keys(row as JsonObject).join());
  expect([...new Set(shapes)].sort()).toEqual(["", "a", "a,b", "b"]);
});

test("maps get entries", () => {
  const rows = rowsOf({ type: "object", additionalProperties: { type: "integer" } });
  expect(rows.some((row) => Object.keys(row as JsonObject).length > 1)).toBe(true);
});

test("deprecated and write-only properties are omitted unless they are required", () => {
  const properties = {
    old: { type: "string", deprecated: true },
    secret: { type: "string", writeOnly: true },
    id: { const: 1, readOnly: true },
    kept: { const: 2, deprecated: true },
  };
  expect(distinctRowsOf({ type: "object", properties, required: ["id", "kept"] })).toEqual([
    '{"id":1,"kept":2}',
  ]);
});

test("if patterns name too few properties, an open object has others", () => {
  const rows = rowsOf({
    type: "object",
    minProperties: 3,
    patternProperties: { "^length$": { type: "integer" } },
  });
  expect(rows.every((row) => Object.keys(row as JsonObject).length >= 3)).toBe(true);
});

describe("a required property named __proto__", () => {
  const schema = (more: string): JsonObject =>
    JSON.parse(
      `{"type":"object","properties":{"__proto__":{"const":1}},"required":["__proto__"]${more}}`,
    );

  test("is made", () => {
    expect(distinctRowsOf(schema(""))).toEqual(['{"__proto__":1}']);
  });

  test("is made even if no other one is allowed, which Ajv gets wrong", () => {
    const { row } = compile(schema(',"additionalProperties":false'));
    expect(JSON.stringify(row(rngFor(1)))).toBe('{"__proto__":1}');
  });
});
