import { expect, test } from "@jest/globals";
import { rngFor } from "../../src/core/rng.ts";
import { compile } from "./compiled.ts";

const SCHEMA = {
  $defs: {
    node: {
      type: "object",
      required: ["kind"],
      properties: {
        kind: { enum: ["a", "b"] },
        next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] },
      },
      oneOf: [{ required: ["x"] }, { required: ["y"] }],
    },
  },
  type: "array",
  items: { $ref: "#/$defs/node" },
  minItems: 1,
};

function rowsIn(order: readonly number[]): Map<number, string> {
  const { row } = compile(SCHEMA);
  return new Map(order.map((index) => [index, JSON.stringify(row(rngFor(5, "row", index)))]));
}

test("rows are the same in any order, in any subset, and from another compilation", () => {
  const indices = Array.from({ length: 60 }, (_, index) => index);
  const forward = rowsIn(indices);
  const backward = rowsIn([...indices].reverse());
  const few = rowsIn([31, 7, 59]);
  expect(indices.map((index) => backward.get(index))).toEqual(
    indices.map((index) => forward.get(index)),
  );
  expect([...few]).toEqual([31, 7, 59].map((index) => [index, forward.get(index)]));
});

test("a row is the same whether it is the first or comes after a thousand others", () => {
  const schema = {
    type: "object",
    properties: {
      id: { type: "integer" },
      __proto__x: { type: "boolean" },
      7: { type: "string" },
      'a"b\u2028': { type: "number" },
      note: { type: "string" },
      tags: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
    },
    required: ["id", "7", "note"],
  };
  const warm = compile(schema);
  const rows = Array.from({ length: 1000 }, (_, i) => JSON.stringify(warm.row(rngFor(9, i))));
  const alone = [0, 63, 64, 65, 500, 999].map((i) => {
    const { row } = compile(schema);
    return JSON.stringify(row(rngFor(9, i)));
  });
  expect(alone).toEqual([0, 63, 64, 65, 500, 999].map((i) => rows[i]));
});

test("another seed gives other rows", () => {
  const { row } = compile(SCHEMA);
  expect(JSON.stringify(row(rngFor(1, "row", 0)))).not.toBe(
    JSON.stringify(row(rngFor(2, "row", 0))),
  );
});

test("a row is pinned for a seed; only a new version may change it", () => {
  const { row } = compile({
    type: "object",
    properties: {
      first_name: { type: "string" },
      price: { type: "number" },
      at: { type: "string", format: "date" },
    },
    required: ["first_name", "price", "at"],
  });
  expect(row(rngFor(1, "row", 0))).toMatchInlineSnapshot(`
{
  "at": "2015-06-22",
  "first_name": "Johanna",
  "price": 177.47,
}
`);
});

test("strings respect the row's token limit", () => {
  const { row } = compile({
    type: "object",
    properties: { summary: { type: "string" } },
    required: ["summary"],
  });
  const longest = (maxTokens: number): number =>
    Math.max(
      ...Array.from(
        { length: 40 },
        (_, i) => JSON.stringify(row(rngFor(1, i), { maxTokens })).length,
      ),
    );
  expect(longest(2000)).toBeGreaterThan(4 * longest(32));
});

test("examples, defaults, and names affect the values", () => {
  const { row } = compile({
    type: "object",
    properties: {
      plan: { type: "string", examples: ["gold", "silver"], default: "bronze" },
      email: { type: "string" },
    },
    required: ["plan", "email"],
  });
  const rows = Array.from(
    { length: 80 },
    (_, i) => row(rngFor(1, i)) as { plan: string; email: string },
  );
  const plans = new Set(rows.map((it) => it.plan));
  expect(["gold", "silver", "bronze"].every((plan) => plans.has(plan))).toBe(true);
  expect(rows.every((it) => it.email.includes("@"))).toBe(true);
});
