import { expect, test } from "@jest/globals";
import type { JsonValue } from "../src/json.ts";
import { rngFor } from "../src/rng.ts";
import { compile, distinctRowsOf, rowsOf } from "./compiled.ts";

const node = { type: "object", required: ["value"], properties: { value: { type: "integer" } } };

test.each([
  [{ $defs: { a: { const: 1 } }, $ref: "#/$defs/a" }, ["1"]],
  [{ $defs: { "a/b%c": { const: 1 } }, $ref: "#/$defs/a~1b%25c" }, ["1"]],
  [{ $defs: { a: { $anchor: "here", const: 1 } }, $ref: "#here" }, ["1"]],
  [
    { $id: "https://example.com/root", $defs: { a: { $id: "part", const: 1 } }, $ref: "part" },
    ["1"],
  ],
  [
    {
      $defs: { a: { $id: "urn:uuid:deadbeef-1234-00ff-ff00-4321feebdaed", const: 3 } },
      $ref: "urn:uuid:deadbeef-1234-00ff-ff00-4321feebdaed",
    },
    ["3"],
  ],
  [{ $defs: { a: { type: "integer" } }, $ref: "#/$defs/a", enum: [1, "x"] }, ["1"]],
])("%j gives exactly %j", (schema, expected) => {
  expect(distinctRowsOf(schema)).toEqual(expected);
});

test.each([
  [{ ...node, properties: { ...node.properties, next: { $ref: "#" } } }],
  [
    {
      $defs: {
        n: {
          ...node,
          properties: {
            ...node.properties,
            children: { type: "array", items: { $ref: "#/$defs/n" } },
          },
        },
      },
      $ref: "#/$defs/n",
    },
  ],
  [
    {
      $defs: {
        n: {
          anyOf: [
            { type: "null" },
            { type: "object", required: ["n"], properties: { n: { $ref: "#/$defs/n" } } },
          ],
        },
      },
      $ref: "#/$defs/n",
    },
  ],
  [
    {
      $dynamicAnchor: "node",
      ...node,
      properties: { ...node.properties, next: { $dynamicRef: "#node" } },
      unevaluatedProperties: false,
    },
  ],
  [{ $ref: "https://json-schema.org/draft/2020-12/schema", type: "object" }],
])("%j gives values that end", (schema) => {
  expect(rowsOf(schema, 10)).toHaveLength(10);
});

test("rows of a recursive schema for a subject don't depend on how much of the stack is free", () => {
  const { row } = compile({ ...node, properties: { ...node.properties, next: { $ref: "#" } } });
  const subject = { text: "The blue kettle arrived late.", heat: 1 };
  const below = (levels: number): JsonValue[] =>
    levels > 0
      ? below(levels - 1)
      : Array.from({ length: 20 }, (_, index) => row(rngFor(1, "row", index), { subject }));
  expect(below(4000)).toEqual(below(0));
});
