import { expect, test } from "@jest/globals";
import { leastSize } from "../../../packages/schema-values/src/guard/least-size.ts";
import { schemas } from "../../generate/settings.ts";

test("nested bounds multiply, and sibling bounds add up", () => {
  const text = { type: "string", minLength: 10 };
  expect(leastSize({ type: "array", minItems: 3, items: text })).toBe(30);
  const object = {
    type: "object",
    properties: { a: text, b: { type: "array", minItems: 2, items: text } },
    required: ["a", "b", "c"],
  };
  expect(leastSize(object)).toBe(31);
  expect(leastSize({ type: "object", properties: { a: text } })).toBe(1);
});

test("a schema whose smallest value is huge is rejected before any value is made", async () => {
  const schema = { type: "array", minItems: 10_000, items: { type: "string", minLength: 10_000 } };
  expect((await schemas.open(schema)).verdict).toEqual({
    kind: "refused",
    path: "/minItems",
    reason:
      "Expected the smallest value that conforms to the schema to have at most 1000000 characters, got 100000000, because nested minimums multiply (at `/minItems`).",
  });
});

test("items at the front of a list are measured by their own schemas", () => {
  const long = { type: "string", minLength: 600 };
  const list = { type: "array", minItems: 3, items: long };
  const front = [[], [true, true], [true, true, true, long], [long, true]];
  expect(front.map((prefixItems) => leastSize({ ...list, prefixItems }))).toEqual([
    1800, 602, 3, 1201,
  ]);
});
