import { expect, test } from "@jest/globals";
import "@hyperjump/json-schema/draft-07";
import { registerSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { REALISTIC } from "../generate/fallback/schemas.ts";
import { validatorOf } from "../generate/schema/compiled.ts";
import { startTestSimulator } from "../support/simulator.ts";

const INPUTS = Array.from({ length: 30 }, (_, i) => `Ticket ${i}: the parcel arrived damaged.`);

const { "a Zod export": ZOD = {} } = REALISTIC;

const EXPORTED: Record<string, JsonObject> = {
  Pydantic: REALISTIC["a Pydantic export"] ?? {},
  "Zod, by 2020-12": ZOD,
  "Zod, by draft 07": { ...ZOD, $schema: "http://json-schema.org/draft-07/schema#" },
  "OpenAPI 3.0": REALISTIC["an OpenAPI 3.0 schema with nullable"] ?? {},
};

test.each(Object.entries(EXPORTED))("outputs conform to a schema from %s", async (name, schema) => {
  await using sim = await startTestSimulator();
  const jobId = await sim.client.submit({ inputs: INPUTS, json_schema: schema });
  await sim.client.follow(jobId);
  const { outputs } = (await sim.client.jsonResults(jobId)).body;
  const values = outputs.map((output) => JSON.parse(output) as JsonValue);
  expect(values.length).toBe(INPUTS.length);
  expect(new Set(outputs).size).toBeGreaterThan(10);

  const byAjv = validatorOf(schema);
  const uri = `https://example.com/over-http/${encodeURIComponent(name)}`;
  const dialect = schema["$schema"] ?? "https://json-schema.org/draft/2020-12/schema";
  registerSchema(JSON.parse(JSON.stringify(schema)) as never, uri, String(dialect));
  const byHyperjump = await validate(uri);
  const bad = values.filter((value) => !byAjv(value) || !byHyperjump(value as never).valid);
  expect(bad).toEqual([]);
});

test.each<[string, JsonObject, string, string]>([
  [
    "is invalid",
    { type: "object", properties: { age: { type: "strin" } } },
    "/json_schema/properties/age/type",
    'Expected a valid JSON Schema: must be equal to one of the allowed values (array,boolean,integer,null,number,object,string), got `"strin"` (at `/properties/age/type`).',
  ],
  [
    "nothing satisfies",
    { type: "string", minLength: 5, maxLength: 2 },
    "/json_schema/minLength",
    "Expected a schema that some value conforms to: no text has at least 5 and at most 2 characters (at `/minLength` and `/maxLength`).",
  ],
  [
    "refers to elsewhere",
    { items: { $ref: "https://example.com/item.json" } },
    "/json_schema/items/$ref",
    "Failed to make values that conform to the schema: `$ref` names `https://example.com/item.json`, which is not in the schema, and nothing is fetched: put it in `$defs` (at `/items/$ref`).",
  ],
  [
    "is hostile",
    { type: "string", pattern: "^((a+)\\2)+$" },
    "/json_schema/pattern",
    "Failed to make values that conform to the schema: `^((a+)\\2)+$` can't be matched in bounded time: the pattern has a back-reference (at `/pattern`).",
  ],
])("a schema that %s is refused with where and why", async (_name, schema, path, message) => {
  await using sim = await startTestSimulator();
  const { status, body } = await sim.client.create({ inputs: ["a"], json_schema: schema });
  expect(status).toBe(422);
  expect(body).toMatchObject({ detail: message, errors: [{ path, message }] });
});
