import { expect, test } from "@jest/globals";
import { rowMaker } from "../../packages/schema-values/src/compile/compile-schema.ts";
import type { OpenedSchema } from "../../packages/schema-values/src/compile/open-schema.ts";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { rngFor } from "../../src/core/rng.ts";
import { schemas } from "../generate/settings.ts";
import { validatorOf } from "./compiled.ts";

/** A thousand distinct strings of two characters: more than the compiler finds. */
const CROWDED: JsonObject = {
  type: "array",
  minItems: 1000,
  uniqueItems: true,
  items: { type: "string", maxLength: 2 },
};

test("if the compiler finds too few values, json-schema-faker makes them, and the verdict says so", async () => {
  const opened = await schemas.open(CROWDED);
  expect(opened.verdict).toEqual({
    kind: "slow",
    reason: "its values are made by trial and error",
  });
  const conforms = validatorOf(CROWDED);
  const row = (index: number): JsonValue =>
    "generator" in opened ? opened.generator.row(rngFor(1, "row", index)) : null;
  const rows = [0, 1, 2].map(row);
  expect(rows.map(conforms)).toEqual([true, true, true]);
  expect(row(1)).toEqual(rows[1]);
  expect(rows[1]).not.toEqual(rows[2]);
});

test("a schema is opened once, by its text", async () => {
  const first = await schemas.open({ type: "integer", minimum: 5 });
  expect(await schemas.open({ type: "integer", minimum: 5 })).toBe(first);
  expect(await schemas.open({ minimum: 5, type: "integer" })).not.toBe(first);
});

test("a long text evicts others from the cache", async () => {
  const first = await schemas.open({ type: "boolean" });
  await schemas.open({ type: "boolean", description: "x".repeat(499_000) });
  expect(await schemas.open({ type: "boolean" })).toBe(first);
  await schemas.open({ type: "boolean", description: "x".repeat(500_000) });
  expect(await schemas.open({ type: "boolean" })).not.toBe(first);
});

test("the cache keeps the last sixteen schemas", async () => {
  const open = (multipleOf: number): Promise<OpenedSchema> =>
    schemas.open({ type: "integer", multipleOf });
  const first = await open(1);
  for (let i = 2; i <= 16; i++) await open(i);
  expect(await open(1)).toBe(first);
  for (let i = 17; i <= 32; i++) await open(i);
  expect(await open(1)).not.toBe(first);
});

test("if a row can't be made, one of a few fixed ones replaces it", () => {
  // Most rows fail in all their attempts.
  const row = rowMaker(
    ({ rng }) => rng.below(1000),
    (value) => Number(value) % 16 === 0,
    Array.from({ length: 16 }, (_, i) => i * 16),
  );
  const rows = Array.from({ length: 200 }, (_, i) => row(rngFor(1, "row", i)));
  expect(rows.filter((value) => typeof value !== "number" || value % 16 !== 0)).toEqual([]);
  expect(new Set(rows).size).toBeGreaterThan(10);
  expect(rows).toEqual(rows.map((_, i) => row(rngFor(1, "row", i))));
});

test("any other error while making a row is thrown", () => {
  const row = rowMaker(
    () => {
      throw new TypeError("a mistake");
    },
    () => true,
    [],
  );
  expect(() => row(rngFor(1))).toThrow(new TypeError("a mistake"));
});
