import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../../src/core/json.ts";
import { rowsOf } from "../../schema/compiled.ts";
import { objectOf } from "./values.ts";

const number: JsonObject = { type: "number" };

test.each(["prob", "p", "p_value", "likelihood"])("%s is a probability", (name) => {
  const values = rowsOf(objectOf({ [name]: number })).map((row) => (row as JsonObject)[name]);
  expect(values.filter((value) => Number(value) < 0 || Number(value) > 1)).toEqual([]);
  expect(Math.max(...values.map(Number)) - Math.min(...values.map(Number))).toBeGreaterThan(0.6);
});

test("the total time of a recipe covers its parts", () => {
  const names = ["prep_time_minutes", "cook_time_minutes", "total_time_minutes"];
  const recipe = objectOf(Object.fromEntries(names.map((name) => [name, { type: "integer" }])));
  const sums = rowsOf(recipe).map((row) => {
    const [prep, cook, total] = names.map((name) => Number((row as JsonObject)[name]));
    return (total ?? 0) - (prep ?? 0) - (cook ?? 0);
  });
  expect(Math.min(...sums)).toBeGreaterThanOrEqual(0);
});
