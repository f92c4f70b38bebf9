import { expect, test } from "@jest/globals";
import type { JsonArray, JsonObject, JsonValue } from "../src/json.ts";
import { distinctRowsOf, rowsOf } from "./compiled.ts";

const text = (value: JsonValue): string => JSON.stringify(value);

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
])("arrays for %j are exactly %j", (schema, expected) => {
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
])("arrays for %j conform", (schema) => {
  expect(rowsOf({ type: "array", ...schema })).toHaveLength(40);
});

test("the number of items varies from row to row", () => {
  const lengths = rowsOf({ type: "array", items: { type: "integer" } }).map(
    (row) => (row as JsonArray).length,
  );
  expect(new Set(lengths).size).toBeGreaterThan(2);
});

test.each<[JsonObject, number]>([
  [{ type: "integer" }, 2000],
  [{ type: "integer", minimum: 0, maximum: 1500 }, 1000],
  [{ type: "integer", minimum: 1, maximum: 1000 }, 1000],
  [{ type: "number" }, 1000],
  [{ type: "number", multipleOf: 0.01, minimum: 0, maximum: 10 }, 800],
  [{ type: "string" }, 1000],
  [{ type: "string", maxLength: 3 }, 30],
  [{ type: "string", pattern: "^[a-z]{2}$" }, 300],
  [{ type: "string", format: "date" }, 1000],
  [{ type: "string", format: "email" }, 40],
  [{ type: "string", format: "uri", maxLength: 44 }, 2000],
  [{ anyOf: [{ type: "integer" }, { type: "string" }] }, 1000],
  [{ enum: ["a", "b", "c", "d", "e", "f"] }, 6],
  [{ type: "object", required: ["id"], properties: { id: { type: "integer" } } }, 600],
])("items for %j are unique, all %i of them", (items, minItems) => {
  const schema = { type: "array", items, uniqueItems: true, minItems, maxItems: minItems };
  expect(rowsOf(schema, 1).map((row) => new Set((row as JsonArray).map(text)).size)).toEqual([
    minItems,
  ]);
});
