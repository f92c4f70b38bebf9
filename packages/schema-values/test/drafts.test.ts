import { expect, test } from "@jest/globals";
import { distinctRowsOf, rowsOf } from "./compiled.ts";

const D4 = "http://json-schema.org/draft-04/schema#";
const D6 = "http://json-schema.org/draft-06/schema#";
const D7 = "http://json-schema.org/draft-07/schema#";
const D9 = "https://json-schema.org/draft/2019-09/schema";

test.each([
  [
    {
      $schema: D4,
      type: "integer",
      minimum: 1,
      exclusiveMinimum: true,
      maximum: 4,
      exclusiveMaximum: true,
    },
    ["2", "3"],
  ],
  [
    { $schema: D4, type: "array", items: [{ enum: [1] }], additionalItems: false, minItems: 1 },
    ["[1]"],
  ],
  [
    {
      $schema: D4,
      id: "http://example.com/root",
      definitions: { a: { id: "part", enum: [1] } },
      allOf: [{ $ref: "part" }],
    },
    ["1"],
  ],
  [
    { $schema: D6, type: "array", items: [{ const: 1 }, { const: 2 }], minItems: 2, maxItems: 2 },
    ["[1,2]"],
  ],
  [{ $schema: D6, const: 1 }, ["1"]],
  [
    { $schema: D7, definitions: { a: { $id: "#here", const: 1 } }, allOf: [{ $ref: "#here" }] },
    ["1"],
  ],
  [
    {
      $schema: D7,
      type: "array",
      items: [{ const: 1 }],
      additionalItems: { const: 2 },
      minItems: 3,
      maxItems: 3,
    },
    ["[1,2,2]"],
  ],
  [
    { $schema: D9, type: "array", items: [{ const: 1 }], unevaluatedItems: false, minItems: 1 },
    ["[1]"],
  ],
])("%j gives exactly %j", (schema, expected) => {
  expect(distinctRowsOf(schema)).toEqual(expected);
});

test.each([
  [
    {
      $schema: D7,
      type: "object",
      dependencies: { a: ["b"], c: { required: ["d"] } },
      properties: { a: {}, c: {} },
    },
  ],
  [{ $schema: D7, type: "object", properties: { a: { contains: { const: 1 } } }, required: ["a"] }],
  [
    {
      $schema: D9,
      $recursiveAnchor: true,
      type: "object",
      properties: { next: { $recursiveRef: "#" } },
      unevaluatedProperties: false,
    },
  ],
  [{ $schema: D9, type: "array", contains: { const: 1 }, minContains: 2 }],
])("%j gives values that conform", (schema) => {
  expect(rowsOf(schema)).toHaveLength(40);
});
