import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { rowSamplingOf } from "../../src/spec/row-sampling.ts";

const KEYS = ["rows"];

/** The rows that are kept with this schema. */
function samplingOf(rows: JsonObject, root: JsonObject = {}) {
  const schema = { type: "object", properties: { rows }, ...root };
  const operation = { requestBody: { content: { "application/json": { schema } } } };
  const schemas = { Row: { type: "object", required: ["id"] } };
  return rowSamplingOf({ document: { components: { schemas } }, operation }, KEYS)();
}

test("any strings need only a sample", async () => {
  expect(await samplingOf({ items: { type: "string", description: "What to ask." } })).toBe(
    "strings",
  );
});

test.each([
  { type: "array", maxItems: 5, items: { $ref: "#/components/schemas/Row" } },
  {
    items: { properties: { id: { pattern: "^a" } }, required: ["id"], type: "object" },
    maxItems: 5,
  },
])("a schema with plain keywords is a check: %j", async (rows) => {
  const sampling = await samplingOf(rows);
  if (typeof sampling === "string") throw new Error(`Expected a check, got ${sampling}.`);
  expect(sampling.mostRows).toBe(5);
  const verdicts = [{ id: "a" }, {}, "a"].map((row) => sampling.isValid(row));
  expect(verdicts).toEqual([true, false, false]);
});

const OTHERS: readonly (readonly JsonObject[])[] = [
  [{ items: { properties: { id: { format: "email" } } } }],
  [{ items: { properties: { id: { type: "string", default: "a" } } } }],
  [{ items: { $ref: "#/components/schemas/Row", maxProperties: 1 } }],
  [{ items: { anyOf: [{ type: "string" }, { type: "object" }] } }],
  [{ items: { type: "object" }, uniqueItems: true }],
  [{ items: { type: "object" }, minItems: 5000 }],
  [{ items: { type: "object" } }, { if: { required: ["a"] } }],
];

test.each(OTHERS)("with other rules, all rows are validated: %j", async (rows = {}, root = {}) => {
  expect(await samplingOf(rows, root)).toBe("all");
});
