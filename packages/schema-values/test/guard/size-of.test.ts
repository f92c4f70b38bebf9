import { expect, test } from "@jest/globals";
import { type Amount, LIMITS } from "../../src/guard/census.ts";
import { sizeOf } from "../../src/guard/size-of.ts";
import type { JsonObject, JsonValue } from "../../src/json.ts";

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

const mapOf = (count: number, make: (index: number) => JsonValue): JsonObject =>
  Object.fromEntries(times(count, (index) => [`p${index}`, make(index)]));

const chunked = (count: number, size: number, make: (part: number) => JsonObject): JsonObject[] =>
  times(Math.ceil(count / size), (index) => make(Math.min(size, count - index * size)));

/** A schema with this amount of one thing, and almost nothing else. */
const WITH: Record<Amount, (count: number) => JsonObject> = {
  objects: (count) => ({ allOf: times(count - 1, () => ({})) }),
  neighbors: (count) => ({ required: times(count, (i) => `p${i}`) }),
  levels: (count) => times(count - 1, () => 0).reduce<JsonObject>((items) => ({ items }), {}),
  enumValues: (count) => ({ enum: times(count, (i) => i) }),
  branches: (count) => ({ oneOf: times(count, () => true) }),
  options: (count) => ({
    allOf: chunked(count, 8, (part) => ({ anyOf: times(part, () => true) })),
  }),
  references: (count) => ({ prefixItems: times(count, () => ({ $ref: "#" })) }),
  patterns: (count) => ({ prefixItems: times(count, (i) => ({ pattern: `a${i}` })) }),
  patternCharacters: (count) => ({
    pattern: `^${"\\u0061".repeat((count - 1) / 6)}${"a".repeat((count - 1) % 6)}`,
  }),
  least: (count) => ({ minItems: count }),
};

test.each(Object.keys(LIMITS) as Amount[])("a schema is cheap up to a number of %s", (name) => {
  const most = LIMITS[name].cheap;
  expect(sizeOf(WITH[name](most)).kind).toBe("cheap");
  expect(sizeOf(WITH[name](most + 1)).kind).toBe("costly");
});

test.each<[JsonObject, string, string]>([
  [
    { allOf: times(4, () => ({ properties: mapOf(4000, () => ({ type: "string" })) })) },
    "",
    "it has 16009 objects, more than the limit of 12000",
  ],
  [
    { properties: { list: { properties: mapOf(5001, () => true) } } },
    "/properties/list/properties",
    "it has 5001 sibling entries, more than the limit of 5000",
  ],
  [
    { properties: mapOf(50_001, () => ({ type: "string" })) },
    "/properties",
    "it has 50001 sibling entries, more than the limit of 5000",
  ],
  [WITH.levels(501), "", "it has 501 levels of nesting, more than the limit of 500"],
  [
    { items: { enum: times(1_000_000, (i) => i) } },
    "/items/enum",
    "it has 1000000 values in one `enum`, more than the limit of 100000",
  ],
  [
    WITH.branches(501),
    "/oneOf",
    "it has 501 branches in one `anyOf` or `oneOf`, more than the limit of 500",
  ],
  [WITH.options(5001), "", "it has 5001 alternatives, more than the limit of 5000"],
  [
    { prefixItems: [WITH.patterns(401), WITH.patterns(200)] },
    "",
    "it has 401 different patterns, more than the limit of 400",
  ],
  [
    { patternProperties: { [`a~/${"b".repeat(4998)}`]: true } },
    `/patternProperties/a~0~1${"b".repeat(4998)}`,
    "it has 5001 characters in one pattern, more than the limit of 5000",
  ],
])("an excessive schema is rejected with its amount and location, %#", (schema, path, found) => {
  const place = path === "" ? "" : ` (at \`${path}\`)`;
  const isRaisable = !found.includes("nesting");
  const hint = isRaisable ? "; to raise this limit, set the option `maxSchemaSteps`" : "";
  const reason = `Failed to generate values that conform to the schema: ${found}${place}${hint}.`;
  expect(sizeOf(schema)).toEqual({ kind: "refused", verdict: { kind: "refused", path, reason } });
});

test("a schema exactly at the limit is compiled", () => {
  const names = [
    "neighbors",
    "levels",
    "enumValues",
    "branches",
    "options",
    "patternCharacters",
  ] as const;
  expect(names.map((name) => sizeOf(WITH[name](LIMITS[name].most)).kind)).toEqual(
    names.map(() => "costly"),
  );
});

test("a schema that refers to itself is cheap, and names that look like keywords still count", () => {
  expect(
    sizeOf({ properties: { next: { $ref: "#" }, enum: { $ref: "#/properties/next" } } }).kind,
  ).toBe("cheap");
  const hidden = {
    properties: { enum: { oneOf: times(9, () => true) }, const: { type: "string" } },
  };
  expect(sizeOf(hidden).kind).toBe("costly");
});

test("limits on amounts rise with the steps, except the one on nesting", () => {
  expect(sizeOf(WITH.branches(1000), 2).kind).toBe("costly");
  expect(sizeOf(WITH.branches(1001), 2).kind).toBe("refused");
  expect(sizeOf(WITH.levels(501), 2).kind).toBe("refused");
});

test.each([
  ["(?=a)b", "costly"],
  ["^\\p{L}$", "costly"],
  ["^[a-z]+(-[a-z0-9]+)*$", "cheap"],
  ["^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$", "cheap"],
])("a schema with the pattern %s is %s", (pattern, kind) => {
  expect(sizeOf({ pattern }).kind).toBe(kind);
});
