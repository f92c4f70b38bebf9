import { describe, expect, test } from "@jest/globals";
import "@hyperjump/json-schema/draft-04";
import "@hyperjump/json-schema/draft-07";
import { registerSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import type { JsonObject, JsonValue } from "../../../src/core/json.ts";
import { createRowGenerator } from "../../../src/generate/generator.ts";
import { schemas, settings } from "../../generate/settings.ts";
import { validatorOf } from "../compiled.ts";
import { REALISTIC } from "./schemas.ts";

const CASES = Object.entries(REALISTIC);

async function valuesOf(jsonSchema: JsonObject, rows: number): Promise<JsonValue[]> {
  const generator = await createRowGenerator({ ...settings, jsonSchema });
  return Array.from({ length: rows }, (_, i) => JSON.parse(generator.row(i, `row ${i}`).output));
}

describe("values conform to", () => {
  test.each(CASES)("%s, according to Ajv", async (_name, schema) => {
    const conforms = validatorOf(schema);
    const values = await valuesOf(schema, 100);
    expect(values.filter((value) => !conforms(value))).toEqual([]);
    expect(new Set(values.map((value) => JSON.stringify(value))).size).toBeGreaterThan(2);
  });

  test.each(CASES)("%s, according to a second validator", async (name, schema) => {
    const uri = `https://example.com/judged/${encodeURIComponent(name)}`;
    const dialect = schema["$schema"] ?? "https://json-schema.org/draft/2020-12/schema";
    const { id, ...anonymous } = schema;
    registerSchema(anonymous as never, uri, `${dialect}`);
    const judge = await validate(uri);
    const values = (await valuesOf(schema, 25)) as never[];
    expect(values.filter((value) => !judge(value).valid)).toEqual([]);
  });

  test.each(CASES)("%s, so it is supported", async (_name, schema) => {
    expect((await schemas.open(schema)).verdict).toEqual({ kind: "supported" });
  });
});

test("optional properties vary from row to row", async () => {
  const values = await valuesOf(REALISTIC["a Pydantic export"] ?? {}, 100);
  const keys = new Set(values.map((value) => Object.keys(value ?? {}).join()));
  expect(keys.size).toBeGreaterThan(2);
});
