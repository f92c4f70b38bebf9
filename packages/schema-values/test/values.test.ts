import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { patternStrings, SchemaError, schemaValues } from "../src/index.ts";

const SCHEMA = {
  type: "object",
  properties: {
    id: { type: "integer", minimum: 1 },
    status: { enum: ["open", "closed", "other"] },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["id", "status", "tags"],
};

test.each(["plausible", "covering", "edge"] as const)(
  "%s values conform and depend only on schema, seed, and index",
  async (kind) => {
    const values = await schemaValues(SCHEMA, { seed: 5 });
    const rows = Array.from({ length: 50 }, (_, index) => values(index, kind));
    const accepts = new Ajv2020().compile(SCHEMA);
    expect(rows.filter((row) => !accepts(row))).toEqual([]);
    const again = await schemaValues(SCHEMA, { seed: 5 });
    expect(again(49, kind)).toEqual(rows[49]);
    const other = await schemaValues(SCHEMA, { seed: 6 });
    expect(Array.from({ length: 50 }, (_, index) => other(index, kind))).not.toEqual(rows);
  },
);

test("a schema without values is refused with where and why", async () => {
  const schema = {
    properties: { a: { type: "integer", minimum: 2, maximum: 1 } },
    required: ["a"],
    type: "object",
  };
  const error: unknown = await schemaValues(schema).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SchemaError);
  expect(error).toMatchObject({
    name: "SchemaError",
    path: expect.stringContaining("/properties/a"),
  });
});

test("strings match their pattern, even one with a lookahead", async () => {
  const pattern = "^(?=.*\\d)[a-z0-9]{6,8}$";
  const strings = await patternStrings(pattern, { seed: 1 });
  const all = Array.from({ length: 50 }, (_, index) => strings(index));
  expect(all.filter((text) => !new RegExp(pattern, "u").test(text))).toEqual([]);
  expect(new Set(all).size).toBeGreaterThan(40);
});
