import { expect, test } from "@jest/globals";
import { rngFor } from "../src/rng.ts";
import type { Schema } from "../src/source/schema.ts";
import { compile } from "./compiled.ts";

/** A quarter of the default: the same limit, reached sooner. */
const MAX_STEPS = 300_000;

function nested(depth: number, wrap: (inner: Schema) => Schema): Schema {
  let schema: Schema = { type: "integer" };
  for (let i = 0; i < depth; i++) schema = wrap(schema);
  return schema;
}

function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function doubling(depth: number): Schema {
  const names = Array.from({ length: depth }, (_, i) => i);
  const $defs = Object.fromEntries([
    ...names.map((i) => [
      `d${i}`,
      { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
    [`d${depth}`, { type: "integer" }],
  ]);
  return { $defs, $ref: "#/$defs/d0" };
}

test.each<[string, () => Schema, string]>([
  ["a schema inside itself", () => ({ allOf: [{ $ref: "#" }], type: "object" }), "unsupported"],
  ["a reference to itself", () => ({ $ref: "#" }), "unsupported"],
  ["references that double thirty times", () => doubling(30), "unsupported"],
  ["a hundred thousand levels", () => nested(100_000, (not) => ({ not })), "unsupported"],
  [
    "fifty levels of anyOf",
    () => nested(50, (it) => ({ anyOf: [it, { type: "string" }] })),
    "supported",
  ],
  [
    "fifty levels of oneOf",
    () => nested(50, (it) => ({ oneOf: [it, { type: "string" }] })),
    "supported",
  ],
  [
    "a hundred thousand values",
    () => ({ enum: Array.from({ length: 100_000 }, (_, i) => i) }),
    "supported",
  ],
  [
    "forty choices of forty each",
    () => ({
      allOf: times(40, (i) => ({ oneOf: times(40, (j) => ({ required: [`${i} ${j}`] })) })),
    }),
    "unsupported",
  ],
  [
    "twelve hundred required properties",
    () => ({
      type: "object",
      properties: Object.fromEntries(times(1200, (i) => [`p${i}`, { type: "integer" }])),
      required: times(1200, (i) => `p${i}`),
    }),
    "supported",
  ],
  [
    "sixty choices that depend on each other",
    () => {
      const next = (i: number): Schema => ({ $ref: `#/$defs/d${i + 1}` });
      const defs = times(60, (i) => [`d${i}`, { anyOf: [next(i), { not: next(i) }] }] as const);
      return {
        ...(defs[0]?.[1] ?? {}),
        $defs: { ...Object.fromEntries(defs), d60: { type: "integer" } },
      };
    },
    "supported",
  ],
  ["nested repetitions", () => ({ type: "string", pattern: "^(a+)+$" }), "supported"],
  [
    "nested repetitions over a long value",
    () => ({ enum: [`${"a".repeat(50)}!`, "aa"], pattern: "^(a+)+$" }),
    "supported",
  ],
  [
    "a backreference among repetitions",
    () => ({ type: "string", pattern: "^((a+)\\2)+$" }),
    "unsupported",
  ],
  [
    "six thousand schemas for one value",
    () => ({ type: "integer", allOf: times(6000, (i) => ({ minimum: -i })) }),
    "unsupported",
  ],
  ["a million items", () => ({ type: "array", minItems: 1_000_000 }), "unsupported"],
  ["a billion characters", () => ({ type: "string", minLength: 1_000_000_000 }), "unsupported"],
  ["a million properties", () => ({ type: "object", minProperties: 1_000_000 }), "unsupported"],
])("%s: the verdict comes quickly", (_, make, kind) => {
  expect(compile(make(), MAX_STEPS).verdict.kind).toBe(kind);
});

const patterned = (pattern: (index: number) => string, minItems: number): Schema => {
  const names = times(12, (i) => `p${i}`);
  const properties = Object.fromEntries(
    names.map((name, i) => [name, { type: "string", pattern: pattern(i) }]),
  );
  return { type: "array", minItems, items: { type: "object", properties, required: names } };
};

test("patterns with too many states are named as the reason", () => {
  const verdict = {
    kind: "unsupported",
    paths: [""],
    isTooMuch: true,
    reason:
      "making and matching strings for the schema's patterns takes too many steps: more than 300000; to raise this limit, set the option `maxSchemaSteps`. The pattern `^(a|b)*a(a|b){21}[0-9]{3,40}$` takes the most steps",
  };
  const schema = patterned((i) => `^(a|b)*a(a|b){${10 + i}}[0-9]{3,40}$`, 300);
  expect(compile(schema, MAX_STEPS).verdict).toEqual(verdict);
  expect(compile(schema, MAX_STEPS).verdict).toEqual(verdict);
});

test.each<[string, (index: number) => string, number]>([
  ["that backtrack", (i) => `^(a|a|a){12}(a|a|a)[a-f]{${i}}(?<!(?=a)a)b$`, 300],
  ["that exclude each other", (i) => `(a|b)*a(a|b){${14 + i}}$`, 100],
])("the steps of patterns %s are counted", (_, pattern, minItems) => {
  const schema = { allOf: [patterned(pattern, minItems), patterned(() => "^(a|b)*$", 1)] };
  const startedAt = process.cpuUsage();
  const { verdict } = compile(schema, MAX_STEPS);
  expect(verdict).toMatchObject({
    kind: "unsupported",
    reason: expect.stringContaining("pattern"),
  });
  expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(3);
});

/** Schemas in which each level refers to the one below from every place of a tuple. */
function tuples(levels: number, places: number): Schema {
  const below = (level: number): Schema => ({ $ref: `#/$defs/d${level - 1}` });
  const defs = times(levels + 1, (level): [string, Schema] => [
    `d${level}`,
    level === 0
      ? { type: "integer" }
      : {
          type: "array",
          contains: below(level),
          prefixItems: times(places, () => below(level)),
        },
  ]);
  return { $defs: Object.fromEntries(defs), $ref: `#/$defs/d${levels}` };
}

test.each<[string, Schema]>([
  ["the places of tuples that match `contains`", tuples(30, 90)],
  [
    "checks of values that are compared with two schemas per level",
    nested(10, (it) => ({ type: "array", contains: it, prefixItems: [it] })),
  ],
])("the steps of %s are counted", (_, schema) => {
  const startedAt = process.cpuUsage();
  expect(compile(schema, MAX_STEPS).verdict).toMatchObject({ kind: "unsupported" });
  expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(3);
});

test("nested repetitions of nothing are written once", () => {
  const repeated = `${"(".repeat(9)}a{0}${"){12}".repeat(9)}`;
  const { verdict, row } = compile({ type: "string", pattern: `^${repeated}b$` }, MAX_STEPS);
  expect(verdict.kind).toBe("supported");
  expect(row(rngFor(1))).toBe("b");
});

test("a value that a pattern would take ages to reject is left out", () => {
  const { row } = compile({ enum: [`${"a".repeat(50)}!`, "aa"], pattern: "^(a+)+$" });
  expect(row(rngFor(1))).toBe("aa");
});

/** Strings of 1,000 characters that match build thousands of large states. */
const SLOW_PATTERN = "^(?:[xA0l].{1,900})*[^q]$";

test("edge values that take many steps to match are not used, whatever was made before", () => {
  const schema = {
    type: "object",
    properties: { a: { type: "string", pattern: SLOW_PATTERN } },
    required: ["a"],
  };
  const rows = times(12, (index) => compile(schema).indexed("edge", { index, seed: 1 }));
  const later = compile(schema);
  times(20, (index) => later.row(rngFor(1, "row", index)));
  const reversed = times(12, (index) => later.indexed("edge", { index: 11 - index, seed: 1 }));
  expect(reversed.reverse()).toEqual(rows);
  const longest = Math.max(...rows.map(({ text }) => text.length));
  expect(longest).toBeLessThan(500);
  expect(rows.flatMap(({ edges }) => edges)).toContain("string: one character at /a");
});
