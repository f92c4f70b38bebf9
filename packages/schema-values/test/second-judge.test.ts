import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import { expect, test } from "@jest/globals";
import { rngFor } from "../src/rng.ts";
import { compile } from "./compiled.ts";

const SCHEMAS = [
  {
    type: "object",
    properties: { a: { type: "integer" } },
    required: ["a"],
    additionalProperties: false,
  },
  {
    type: "array",
    prefixItems: [{ const: 1 }],
    items: { type: "string" },
    contains: { minLength: 2 },
    maxContains: 2,
  },
  { allOf: [{ properties: { a: { const: 1 } } }], required: ["a"], unevaluatedProperties: false },
  {
    oneOf: [
      { type: "object", required: ["x"] },
      { type: "object", required: ["y"] },
    ],
  },
  { $defs: { n: { type: "object", properties: { n: { $ref: "#/$defs/n" } } } }, $ref: "#/$defs/n" },
  { type: "string", pattern: "^(?=.*\\d)[a-z\\d]{4,9}$" },
  { type: "number", multipleOf: 0.25, exclusiveMinimum: 0 },
  { not: { type: "object", required: ["a", "b"] }, type: "object", minProperties: 1 },
];

test.each(SCHEMAS)("another validator also accepts the rows of %j", async (schema) => {
  const uri = `https://example.com/${rngFor(1, JSON.stringify(schema)).below(1_000_000)}`;
  registerSchema({ $schema: "https://json-schema.org/draft/2020-12/schema", ...schema }, uri);
  const isValid = await validate(uri);
  const { row } = compile(schema);
  const rows = Array.from({ length: 20 }, (_, index) => row(rngFor(1, "row", index)));
  expect(rows.filter((value) => !isValid(JSON.parse(JSON.stringify(value))).valid)).toEqual([]);
  unregisterSchema(uri);
});
