import { expect, test } from "@jest/globals";
import type { JsonArray } from "../../../src/core/json.ts";
import { distinctRowsOf, rowsOf } from "./compiled.ts";

test.each([
  [{ items: false }, ["[]"]],
  [{ prefixItems: [{ const: 1 }, { const: 2 }], items: false, minItems: 2 }, ["[1,2]"]],
  [{ items: { enum: [1, 2] }, uniqueItems: true, minItems: 2 }, ["[1,2]", "[2,1]"]],
  [
    {
      items: { type: "boolean" },
      contains: { const: true },
      maxContains: 1,
      minItems: 2,
      maxItems: 2,
    },
    ["[false,true]", "[true,false]"],
  ],
  [{ prefixItems: [true, false], minItems: 1, contains: { const: 5 } }, ["[5]"]],
  [{ contains: { const: 1 }, unevaluatedItems: false, maxItems: 1 }, ["[1]"]],
])("arrays of %j are exactly %j", (schema, expected) => {
  expect(distinctRowsOf({ type: "array", ...schema })).toEqual(expected);
});

test.each([
  [{ minItems: 3, maxItems: 5 }],
  [{ minItems: 40, items: { type: "integer" } }],
  [
    {
      contains: { type: "string" },
      minContains: 2,
      maxContains: 3,
      items: { type: ["string", "integer"] },
    },
  ],
  [{ contains: { type: "string" }, minContains: 0, maxContains: 0 }],
  [{ allOf: [{ contains: { const: 1 } }, { contains: { const: 2 } }], maxItems: 2 }],
  [{ uniqueItems: true, minItems: 8, items: { type: "integer", minimum: 1, maximum: 8 } }],
  [
    {
      uniqueItems: true,
      items: {
        type: "object",
        properties: { a: { type: "boolean" } },
        additionalProperties: false,
      },
    },
  ],
  [{ prefixItems: [{ type: "string" }], items: { type: "integer" }, minItems: 3 }],
  [{ not: { uniqueItems: true } }],
  [{ not: { items: { type: "integer" } } }],
])("arrays of %j conform", (schema) => {
  expect(rowsOf({ type: "array", ...schema })).toHaveLength(40);
});

test("the number of items varies from row to row", () => {
  const lengths = rowsOf({ type: "array", items: { type: "integer" } }).map(
    (row) => (row as JsonArray).length,
  );
  expect(new Set(lengths).size).toBeGreaterThan(2);
});
