import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../../src/core/json.ts";
import { createRowGenerator } from "../../../src/generate/generator.ts";
import { schemas, settings } from "../../generate/settings.ts";

const BOTTOMLESS: JsonObject = {
  $ref: "#/$defs/node",
  $defs: {
    node: {
      type: "object",
      properties: { next: { $ref: "#/$defs/node" } },
      required: ["next"],
    },
  },
};

test.each<[string, JsonObject, string, string]>([
  [
    "an unknown type",
    { type: "strin" },
    "/type",
    'Expected a valid JSON Schema: must be equal to one of the allowed values (array,boolean,integer,null,number,object,string), got `"strin"` (at `/type`).',
  ],
  [
    "a bound that is not a number",
    { type: "object", properties: { "a/b": { minimum: "3" } } },
    "/properties/a~1b/minimum",
    'Expected a valid JSON Schema: must be number, got `"3"` (at `/properties/a~1b/minimum`).',
  ],
  [
    "properties that are not an object",
    { properties: ["name"] },
    "/properties",
    'Expected a valid JSON Schema: must be object, got `["name"]` (at `/properties`).',
  ],
  [
    "a negative length",
    { items: { maxLength: -1 } },
    "/items/maxLength",
    "Expected a valid JSON Schema: must be >= 0, got `-1` (at `/items/maxLength`).",
  ],
  [
    "a broken pattern",
    { properties: { code: { type: "string", pattern: "[a-z" } } },
    "/properties/code/pattern",
    "Expected a valid JSON Schema: `[a-z` is not a valid regular expression (at `/properties/code/pattern`).",
  ],
  [
    "a remote reference",
    { items: { $ref: "https://example.com/item.json" } },
    "/items/$ref",
    "Failed to generate values that conform to the schema: `$ref` refers to `https://example.com/item.json`, but external documents are never fetched: copy the schema into `$defs` (at `/items/$ref`).",
  ],
  [
    "a reference without a target",
    { items: { $ref: "#/$defs/item" } },
    "/items/$ref",
    "Expected a valid JSON Schema: `$ref` refers to `#/$defs/item`, which is not in the schema (at `/items/$ref`).",
  ],
  [
    "bounds that exclude every number",
    {
      type: "object",
      properties: { age: { type: "integer", minimum: 5, maximum: 3 } },
      required: ["age"],
    },
    "/properties/age/minimum",
    "Expected a schema that at least one value conforms to: the required property `age` can't have a value: no number is at least 5 and at most 3 (at `/properties/age/minimum` and `/properties/age/maximum` and `/required`).",
  ],
  [
    "a required property that is forbidden",
    { type: "object", properties: { x: false }, required: ["x"] },
    "/properties/x",
    "Expected a schema that at least one value conforms to: the required property `x` can't have a value: the schema `false` allows no value (at `/properties/x` and `/required`).",
  ],
  [
    "nothing allowed",
    { not: {} },
    "/not",
    "Expected a schema that at least one value conforms to: `not` allows no value (at `/not`).",
  ],
  [
    "a string too long to make",
    { type: "string", minLength: 300_000 },
    "/minLength",
    "Failed to generate values that conform to the schema: `minLength` requires 300000 characters, but generated values have at most 200000 (at `/minLength`).",
  ],
  [
    "a pattern too long to match",
    { type: "string", pattern: "^(a{1000}){1000}$" },
    "/pattern",
    "Failed to generate values that conform to the schema: `^(a{1000}){1000}$` is not supported: the pattern is too large (at `/pattern`).",
  ],
  [
    "endless nesting",
    BOTTOMLESS,
    "/$defs/node/properties/next",
    "Expected a schema that at least one value conforms to: the required property `next` can't have a value: the required property `next` can't have a value: the value would need infinitely many nested values (at `/$defs/node/properties/next` and `/$defs/node` and `/$defs/node/required`).",
  ],
  [
    "a reference to itself",
    { $ref: "#" },
    "",
    "Failed to generate values that conform to the schema: the schema takes too many steps to compile: it refers to itself in a cycle.",
  ],
  [
    "a schema too deep to read",
    Array.from({ length: 10_000 }).reduce<JsonObject>((items) => ({ items }), {}),
    "",
    "Failed to generate values that conform to the schema: it has 10001 levels of nesting, more than the limit of 500.",
  ],
])("%s is rejected with a reason", async (_name, schema, path, reason) => {
  expect((await schemas.open(schema)).verdict).toEqual({ kind: "refused", path, reason });
});

test("a generator for a rejected schema fails with the reason", async () => {
  const failure = createRowGenerator({ ...settings, jsonSchema: { type: "strin" } });
  await expect(failure).rejects.toThrow(
    /^Expected a valid JSON Schema: must be equal to one of .* \(at `\/type`\)\.$/,
  );
});
