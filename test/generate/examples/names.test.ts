import { expect, test } from "@jest/globals";
import type { JsonObject, JsonValue } from "../../../src/core/json.ts";
import { rowsOf } from "../../schema/compiled.ts";
import { objectOf, text, texts, valuesFor } from "./values.ts";

const number: JsonObject = { type: "number" };

test.each(["prob", "p", "p_value", "likelihood"])("%s is a probability", (name) => {
  const values = rowsOf(objectOf({ [name]: number })).map((row) => (row as JsonObject)[name]);
  expect(values.filter((value) => Number(value) < 0 || Number(value) > 1)).toEqual([]);
  expect(Math.max(...values.map(Number)) - Math.min(...values.map(Number))).toBeGreaterThan(0.6);
});

const REVIEW = "The customer from Hamburg wants a refund because the parcel arrived damaged.";

test.each(["key_phrases", "highlights", "keywords", "tags"])(
  "%s are words of the input",
  async (name) => {
    const words = (await valuesFor(name, texts, REVIEW)).flat();
    expect(words.filter((word) => !REVIEW.includes(String(word)))).toEqual([]);
    expect(new Set(words).size).toBeGreaterThan(3);
  },
);

test.each<[JsonObject, readonly string[], RegExp]>([
  [
    { dimensions: objectOf({ width: number, height: number, unit: text }) },
    ["dimensions", "unit"],
    /^(?:cm|mm)$/,
  ],
  [{ weight: objectOf({ value: number, unit: text }) }, ["weight", "unit"], /^k?g$/],
  [{ temperature: number, temperature_unit: text }, ["temperature_unit"], /^°[CF]$/],
  [{ weight: number, unit: { enum: ["cups", "lb", "oz"] } }, ["unit"], /^(?:lb|oz)$/],
])("a unit is one of what is measured: %j", (properties, path, pattern) => {
  const units = rowsOf(objectOf({ name: text, ...properties }), 60).map((row) =>
    String(path.reduce<JsonValue>((value, key) => (value as JsonObject)[key] ?? null, row)),
  );
  expect(units.filter((unit) => !pattern.test(unit))).toEqual([]);
});
