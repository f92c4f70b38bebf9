import { expect, test } from "@jest/globals";
import { distinctRowsOf, rowsOf } from "./compiled.ts";

test.each([
  [
    { allOf: [{ properties: { a: { const: 1 } } }], unevaluatedProperties: false, required: ["a"] },
    ['{"a":1}'],
  ],
  [
    {
      anyOf: [
        { properties: { a: { const: 1 } }, required: ["a"] },
        { properties: { b: { const: 2 } }, required: ["b"] },
      ],
      unevaluatedProperties: false,
      maxProperties: 1,
    },
    ['{"a":1}', '{"b":2}'],
  ],
  [
    {
      $defs: { base: { properties: { a: { const: 1 } } } },
      $ref: "#/$defs/base",
      properties: { b: { const: 2 } },
      required: ["a", "b"],
      unevaluatedProperties: false,
    },
    ['{"b":2,"a":1}'],
  ],
  [{ required: ["x"], unevaluatedProperties: { const: 9 }, maxProperties: 1 }, ['{"x":9}']],
])("objects for %j are exactly %j", (schema, expected) => {
  expect(distinctRowsOf({ type: "object", ...schema })).toEqual(expected);
});

test.each([
  [{ type: "array", allOf: [{ prefixItems: [{ type: "string" }] }], unevaluatedItems: false }],
  [
    {
      type: "array",
      prefixItems: [{ type: "string" }],
      contains: { type: "integer" },
      unevaluatedItems: false,
    },
  ],
  [{ type: "array", unevaluatedItems: { type: "boolean" }, minItems: 2 }],
  [
    {
      type: "object",
      patternProperties: { "^x_": true },
      unevaluatedProperties: false,
      minProperties: 1,
    },
  ],
  [
    {
      type: "object",
      dependentSchemas: { a: { properties: { b: true } } },
      properties: { a: true },
      unevaluatedProperties: false,
    },
  ],
  [
    {
      type: "object",
      oneOf: [
        { properties: { k: { const: 1 }, a: true }, required: ["k"] },
        { properties: { k: { const: 2 }, b: true }, required: ["k"] },
      ],
      unevaluatedProperties: false,
    },
  ],
])("%j gives values that conform", (schema) => {
  expect(rowsOf(schema)).toHaveLength(40);
});
