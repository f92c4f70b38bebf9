import { expect, test } from "@jest/globals";
import type { JsonObject } from "../src/json.ts";
import type { Schema } from "../src/source/schema.ts";
import { verdictOf } from "./compiled.ts";

test.each<[Schema, readonly string[]]>([
  [false, [""]],
  [{ type: "string", minLength: 5, maxLength: 2 }, ["/minLength", "/maxLength"]],
  [{ type: "integer", minimum: 3, maximum: 2 }, ["/minimum", "/maximum"]],
  [
    { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 },
    ["/type", "/exclusiveMinimum", "/exclusiveMaximum"],
  ],
  [{ allOf: [{ type: "string" }, { type: "integer" }] }, ["/allOf/0/type", "/allOf/1/type"]],
  [{ properties: { a: false }, required: ["a"], type: "object" }, ["/properties/a", "/required"]],
  [
    { type: "string", allOf: [{ pattern: "^a+$" }, { pattern: "^b+$" }] },
    ["/allOf/0/pattern", "/allOf/1/pattern"],
  ],
  [{ enum: [] }, ["/enum"]],
  [{ const: 1, type: "string" }, ["/const", "/type"]],
  [{ enum: ["a", "b"], allOf: [{ minLength: 2 }] }, ["/enum", "/allOf/0/minLength"]],
])("%j is rejected as unsatisfiable, naming %j", (schema, paths) => {
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
  [{ type: "number", multipleOf: 10, minimum: 1, maximum: 9 }],
  [{ anyOf: [{ type: "string" }, { type: "null" }], const: 3 }],
])("%j is rejected as unsatisfiable", (schema) => {
  expect(verdictOf(schema)).toMatchObject({ kind: "unsatisfiable" });
});

const array = (keywords: JsonObject): JsonObject => ({ type: "array", ...keywords });
const object = (keywords: JsonObject): JsonObject => ({ type: "object", ...keywords });
const text = (keywords: JsonObject): JsonObject => ({ type: "string", ...keywords });

test.each<[JsonObject, string, readonly string[]]>([
  [
    text({ not: { format: "shoe-size" } }),
    "the value's type must be string, but every value is excluded",
    ["/type", "/not"],
  ],
  [
    text({ not: { type: "string" } }),
    "the value's type must be string and also anything but string",
    ["/type", "/not"],
  ],
  [
    { type: ["null", "boolean"], not: { enum: [null, true, false] } },
    "the other keywords allow no value of type null or boolean",
    ["/type", "/not"],
  ],
  [
    text({ minLength: 2, maxLength: 1 }),
    "no string has at least 2 and at most 1 character",
    ["/minLength", "/maxLength"],
  ],
  [
    object({ minProperties: 2, maxProperties: 1 }),
    "no object has at least 2 and at most 1 property",
    ["/minProperties", "/maxProperties"],
  ],
  [
    {
      type: "object",
      required: ["a", "b"],
      dependentSchemas: { a: { not: { required: ["b"] } } },
    },
    "no branch allows a value; the first fails because the required property `a` can't have a value: the schema `false` allows no value",
    ["/dependentSchemas/a", "/required"],
  ],
  [text({ not: { pattern: "" } }), "no string fails to match ``", ["/not/pattern"]],
  [
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 5e-324 },
    "no number is more than 0 and less than 5e-324",
    ["/exclusiveMinimum", "/exclusiveMaximum"],
  ],
  [
    object({
      properties: { a: { type: "integer", minimum: 5 } },
      required: ["a"],
      allOf: [{ properties: { a: { maximum: 3 } } }],
    }),
    "the required property `a` can't have a value: no number is at least 5 and at most 3",
    ["/properties/a/minimum", "/allOf/0/properties/a/maximum", "/required"],
  ],
  [
    object({ required: ["a", "b"], maxProperties: 1 }),
    "2 properties are required, but the maximum is 1",
    ["/required", "/maxProperties"],
  ],
  [
    array({ minItems: 3, allOf: [{ maxItems: 2 }] }),
    "no array has at least 3 and at most 2 items",
    ["/minItems", "/allOf/0/maxItems"],
  ],
])("%j is rejected: %s", (schema, reason, paths) => {
  expect(verdictOf(schema)).toEqual({ kind: "unsatisfiable", reason, paths });
});

test.each<[JsonObject, string]>([
  [
    array({ uniqueItems: true, minItems: 2, prefixItems: [{ const: 1 }, { const: 1 }] }),
    "uniqueItems",
  ],
  [array({ maxItems: 0, not: { const: [] } }), "not"],
  [text({ format: "date", minLength: 40 }), "minLength"],
  [object({ minProperties: 3, propertyNames: { enum: ["a", "b"] } }), "propertyNames"],
])("no value is found for %j, most likely because of `%s`", (schema, keyword) => {
  const reason = `none of 4 attempts produced a conforming value; the most likely cause is \`${keyword}\``;
  expect(verdictOf(schema)).toMatchObject({ kind: "unsupported", reason });
});

test("an external reference is rejected by name and never fetched", () => {
  expect(verdictOf({ properties: { a: { $ref: "https://example.com/x.json" } } })).toEqual({
    kind: "unsupported",
    paths: ["/properties/a/$ref"],
    reason:
      "`$ref` refers to `https://example.com/x.json`, but external documents are never fetched: copy the schema into `$defs`",
  });
});

test.each<[Schema, string]>([
  [{ properties: { a: { $ref: "#/$defs/x" } } }, "/properties/a/$ref"],
  [{ items: { pattern: "(" } }, "/items/pattern"],
  [{ properties: { a: { type: "strin" } } }, "/properties/a/type"],
  [{ minLength: -1 }, "/minLength"],
])("%j is not a valid schema, because of %s", (schema, path) => {
  expect(verdictOf(schema)).toEqual({
    kind: "invalid",
    paths: [path],
    reason: expect.any(String),
  });
});

test.each<[JsonObject, string, string]>([
  [
    array({ minItems: 10_000_000 }),
    "/minItems",
    "`minItems` requires 10000000 items, but generated values have at most 50000",
  ],
  [
    object({ required: ["a"], properties: { a: text({ minLength: 10_000_000 }) } }),
    "/properties/a/minLength",
    "`minLength` requires 10000000 characters, but generated values have at most 200000",
  ],
])("%j exceeds a limit, at %s: %s", (schema, path, reason) => {
  expect(verdictOf(schema)).toMatchObject({ kind: "unsupported", paths: [path], reason });
});

test.each([
  ["^[a-z]\\Z", "`\\Z` matches only a letter; to match the start or the end, use `^` or `$`"],
  [
    "^\\p{L}+\\-$",
    "`\\p` matches only a letter, because the pattern is not valid with the `u` flag",
  ],
])("the pattern %s is rejected: %s", (pattern, why) => {
  const reason = `\`${pattern}\` is not supported: in JSON Schema's patterns (ECMAScript), ${why}`;
  expect(verdictOf({ type: "string", pattern })).toMatchObject({ kind: "unsupported", reason });
});
