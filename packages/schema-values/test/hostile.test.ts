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

test("a value that a pattern would take ages to reject is left out", () => {
  const { row } = compile({ enum: [`${"a".repeat(50)}!`, "aa"], pattern: "^(a+)+$" });
  expect(row(rngFor(1))).toBe("aa");
});
