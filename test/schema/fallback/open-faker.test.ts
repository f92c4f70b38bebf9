import { expect, test } from "@jest/globals";
import { DEFAULT_MAX_SCHEMA_STEPS } from "schema-values";
import { openFaker } from "../../../packages/schema-values/src/fallback/open-faker.ts";
import { rngFor } from "../../../src/core/rng.ts";
import { validatorOf } from "../compiled.ts";
import { REALISTIC } from "./schemas.ts";

test.each(Object.entries(REALISTIC))("the fallback's values conform to %s", async (_, schema) => {
  const generator = await openFaker(schema, DEFAULT_MAX_SCHEMA_STEPS);
  const values = Array.from({ length: 12 }, (_value, i) => generator?.row(rngFor(1, "row", i)));
  const conforms = validatorOf(schema);
  expect(values.filter((value) => value === undefined || !conforms(value))).toEqual([]);
});

test.each([
  { type: "string", minLength: 1_000_000_000 },
  { type: "array", minItems: 1_000_000 },
  { not: {} },
])("the fallback gives up on %j", async (schema) => {
  expect(await openFaker(schema, DEFAULT_MAX_SCHEMA_STEPS)).toBeUndefined();
});
