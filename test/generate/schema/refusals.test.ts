import { expect, test } from "@jest/globals";
import type { Schema } from "../../../src/generate/schema/source/schema.ts";
import { verdictOf } from "./compiled.ts";

test.each<[Schema, readonly string[]]>([
  [false, [""]],
  [{ type: "string", minLength: 5, maxLength: 2 }, ["/minLength", "/maxLength"]],
  [{ type: "integer", minimum: 3, maximum: 2 }, [""]],
  [{ type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 }, [""]],
  [{ allOf: [{ type: "string" }, { type: "integer" }] }, ["/allOf/0/type", "/allOf/1/type"]],
  [{ properties: { a: false }, required: ["a"], type: "object" }, ["/required", "/properties/a"]],
  [
    { type: "string", allOf: [{ pattern: "^a+$" }, { pattern: "^b+$" }] },
    ["/allOf/0/pattern", "/allOf/1/pattern"],
  ],
  [{ type: "array", items: { enum: [1, 2] }, uniqueItems: true, minItems: 3 }, [""]],
  [{ enum: [] }, ["/allOf/0/not"]],
])("%j is refused as unsatisfiable, naming %j", (schema, paths) => {
  expect(verdictOf(schema)).toEqual({ kind: "unsatisfiable", paths, reason: expect.any(String) });
});

test.each<[Schema]>([
  [{ const: 1, type: "string" }],
  [{ enum: ["a", "b"], minLength: 2 }],
  [{ oneOf: [true, true] }],
  [{ not: {} }],
  [{ type: "object", required: ["a"], additionalProperties: false }],
  [{ type: "object", minProperties: 3, properties: { a: {} }, additionalProperties: false }],
  [{ type: "object", required: ["a", "b"], maxProperties: 1 }],
  [{ type: "object", required: ["next"], properties: { next: { $ref: "#" } } }],
  [{ type: "array", contains: { type: "string" }, items: { type: "integer" } }],
  [{ type: "number", multipleOf: 10, minimum: 1, maximum: 9 }],
  [{ anyOf: [{ type: "string" }, { type: "null" }], const: 3 }],
])("%j is refused as unsatisfiable", (schema) => {
  expect(verdictOf(schema)).toMatchObject({ kind: "unsatisfiable" });
});

test("a reference to elsewhere is refused by name and never fetched", () => {
  expect(verdictOf({ properties: { a: { $ref: "https://example.com/x.json" } } })).toEqual({
    kind: "unsupported",
    keyword: "$ref",
    path: "/properties/a/$ref",
    reason:
      "`$ref` names `https://example.com/x.json`, which is not in the schema, and nothing is fetched: put it in `$defs`",
  });
});

test.each<[Schema, string]>([
  [{ properties: { a: { $ref: "#/$defs/x" } } }, "/properties/a/$ref"],
  [{ items: { pattern: "(" } }, "/items/pattern"],
  [{ properties: { a: { type: "strin" } } }, "/properties/a/type"],
  [{ minLength: -1 }, "/minLength"],
])("%j is no schema, by %s", (schema, path) => {
  expect(verdictOf(schema)).toEqual({ kind: "invalid", path, reason: expect.any(String) });
});
