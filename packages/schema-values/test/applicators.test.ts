import { expect, test } from "@jest/globals";
import type { JsonObject } from "../src/json.ts";
import type { Schema } from "../src/source/schema.ts";
import { distinctRowsOf, rowsOf } from "./compiled.ts";

const object = (key: string, schema: Schema): JsonObject => ({
  type: "object",
  required: [key],
  properties: { [key]: schema },
});
const when = (condition: JsonObject, ...branches: Schema[]): JsonObject =>
  Object.fromEntries(
    [condition, ...branches].map((schema, index) => [["if", "then", "else"][index], schema]),
  );

test.each<[Schema, string[]]>([
  [{ allOf: [{ enum: [1, 2, 3] }, { enum: [2, 3, 4] }, { not: { const: 3 } }] }, ["2"]],
  [{ anyOf: [{ const: 1 }, { const: 2 }], maximum: 1 }, ["1"]],
  [{ oneOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }, ["1", "3"]],
  [{ enum: [1, "a"], ...when({ type: "string" }, false) }, ["1"]],
  [{ enum: [1, 2, 3, 4], ...when({ minimum: 3 }, { const: 4 }, { const: 1 }) }, ["1", "4"]],
  [{ not: { not: { const: "x" } } }, ['"x"']],
  [
    {
      type: "object",
      properties: { a: { const: 1 } },
      additionalProperties: false,
      not: { required: ["a"] },
    },
    ["{}"],
  ],
])("%j gives exactly %j", (schema, expected) => {
  expect(distinctRowsOf(schema)).toEqual(expected);
});

test.each<[Schema]>([
  [
    {
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
    },
  ],
  [
    {
      allOf: [
        { anyOf: [object("a", { const: 1 }), object("b", { const: 2 })] },
        { oneOf: [object("a", {}), object("c", {})] },
      ],
    },
  ],
  [{ oneOf: [{ type: "integer" }, { minimum: 2 }] }],
  [{ oneOf: [{ type: "object" }, { type: "object", required: ["kind"] }] }],
  [{ oneOf: [object("kind", { const: "cat" }), object("kind", { const: "dog" })] }],
  [
    {
      allOf: [
        when(object("k", { const: 1 }), { required: ["x"] }),
        when(object("k", { const: 2 }), { required: ["y"] }),
      ],
      properties: { k: { enum: [1, 2] } },
      type: "object",
    },
  ],
  [{ not: { type: "object", required: ["a", "b"] }, type: "object", minProperties: 1 }],
  [{ not: { anyOf: [{ type: "string" }, { type: "number" }] } }],
  [{ not: { oneOf: [{ type: "integer" }, { minimum: 0 }] } }],
  [{ not: { properties: { a: { type: "string" } } } }],
  [{ not: { additionalProperties: { type: "string" } } }],
  [{ not: when({ type: "string" }, { minLength: 3 }, { type: "integer" }) }],
  [{ not: { contains: { type: "integer" } }, type: "array", minItems: 1 }],
  [{ not: { format: "email" }, type: "string" }],
])("%j gives values that conform", (schema) => {
  expect(rowsOf(schema)).toHaveLength(40);
});

test("twenty sibling choices are made in each row", () => {
  const allOf = Array.from({ length: 20 }, (_, i) => ({
    anyOf: [{ required: [`a${i}`] }, { required: [`b${i}`] }],
  }));
  expect(rowsOf({ type: "object", allOf }, 5)).toHaveLength(5);
});
