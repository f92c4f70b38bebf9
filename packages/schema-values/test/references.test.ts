import { expect, test } from "@jest/globals";
import { distinctRowsOf, rowsOf } from "./compiled.ts";

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
