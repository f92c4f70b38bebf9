import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../../src/core/json.ts";
import { createRowGenerator, judgeSchema } from "../../../src/generate/generator.ts";
import { settings } from "../settings.ts";

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
    'Expected `/type` of the schema to be one of `array`, `boolean`, `integer`, `null`, `number`, `object`, `string` or an array, got `"strin"`.',
  ],
  [
    "a bound that is no number",
    { type: "object", properties: { "a/b": { minimum: "3" } } },
    "/properties/a~1b/minimum",
    'Expected `/properties/a~1b/minimum` of the schema to be a number, got `"3"`.',
  ],
  [
    "properties that are no object",
    { properties: ["name"] },
    "/properties",
    'Expected `/properties` of the schema to be an object, got `["name"]`.',
  ],
  [
    "a negative length",
    { items: { maxLength: -1 } },
    "/items/maxLength",
    "Expected `/items/maxLength` of the schema to be at least 0, got `-1`.",
  ],
  [
    "a broken pattern",
    { properties: { code: { type: "string", pattern: "[a-z" } } },
    "/properties/code/pattern",
    "Expected `/properties/code/pattern` of the schema to be a regular expression, got a text that is none: Invalid regular expression: /[a-z/u: Unterminated character class.",
  ],
  [
    "a remote reference",
    { items: { $ref: "https://example.com/item.json" } },
    "/items/$ref",
    'Expected `/items/$ref` of the schema to point into the schema itself, got `"https://example.com/item.json"`: no schema is fetched; put it in `$defs`.',
  ],
  [
    "a reference to nowhere",
    { items: { $ref: "#/$defs/item" } },
    "/items/$ref",
    'Expected `/items/$ref` of the schema to point into the schema itself, got `"#/$defs/item"`: it leads nowhere.',
  ],
  [
    "bounds that leave no number",
    {
      type: "object",
      properties: { age: { type: "integer", minimum: 5, maximum: 3 } },
      required: ["age"],
    },
    "/properties/age/maximum",
    'Failed to make a value that conforms to the schema in 31 tries: `/properties/age/maximum` was not met ("must be <= 3").',
  ],
  [
    "a required property that is forbidden",
    { type: "object", properties: { x: false }, required: ["x"] },
    "/properties/x",
    'Failed to make a value that conforms to the schema in 31 tries: `/properties/x` was not met ("boolean schema is false").',
  ],
  [
    "nothing allowed",
    { not: {} },
    "/not",
    'Failed to make a value that conforms to the schema in 31 tries: `/not` was not met ("must NOT be valid").',
  ],
  [
    "a text too long to make",
    { type: "string", minLength: 1_000_000 },
    "/minLength",
    "Expected `/minLength` of the schema to be at most 100000, got `1000000`.",
  ],
  [
    "a pattern too long to match",
    { type: "string", pattern: "^(a{1000}){1000}$" },
    "/pattern",
    'Expected `/pattern` of the schema to repeat at most 10000 times, got `"^(a{1000}){1000}$"`.',
  ],
  [
    "nesting without an end",
    BOTTOMLESS,
    "",
    'Failed to make a value that conforms to the schema in 31 tries: "must be object".',
  ],
  [
    "a reference that leads to itself",
    { $ref: "#" },
    "",
    "Failed to make a value that conforms to the schema in 31 tries: it allows none, or none that can be made.",
  ],
  [
    "a schema too deep to read",
    Array.from({ length: 10_000 }).reduce<JsonObject>((items) => ({ items }), {}),
    "",
    "Expected the schema to nest at most 256 levels deep, got more.",
  ],
  [
    "an enum too long to read",
    { enum: Array.from({ length: 1_000_000 }, (_, i) => i) },
    "",
    "Expected the schema to hold at most 200000 values, got more.",
  ],
])("%s is refused by name", async (_name, schema, path, reason) => {
  expect(await judgeSchema(schema)).toEqual({ kind: "refused", path, reason });
});

test("a generator for a refused schema fails with the reason", async () => {
  const failure = createRowGenerator({ ...settings, jsonSchema: { type: "strin" } });
  await expect(failure).rejects.toThrow(/^Expected `\/type` of the schema to be one of /);
});
