import { describe, expect, test } from "@jest/globals";
import type { JsonValue } from "../../src/core/json.ts";
import { BranchCoverage, type Choice } from "./branches/branch-coverage.ts";
import {
  alternativesShare,
  lateAlternatives,
  pairBound,
  pairedChoices,
  pairsShare,
} from "./branches/coverage-figures.ts";

function choicesOf(schema: JsonValue, rows: readonly JsonValue[]): readonly Choice[] {
  const coverage = new BranchCoverage(schema);
  for (const row of rows) coverage.add(row);
  return coverage.choices;
}

/** Each choice as a string: its place and alternatives; those that no row takes are in parentheses. */
function summaryOf(schema: JsonValue, rows: readonly JsonValue[]): string[] {
  return choicesOf(schema, rows).map(({ place, alternatives, takenBy }) => {
    const taken = new Set([...takenBy.values()].flatMap((each) => [...each]));
    const names = alternatives.map((each) => (taken.has(each) ? each : `(${each})`));
    return `${place || "root"}: ${names.join(" ")}`;
  });
}

const array = (rest: object, items: JsonValue = { type: "integer" }): JsonValue => ({
  ...{ type: "array", items },
  ...rest,
});
const node = {
  $defs: {
    node: {
      type: "object",
      properties: { next: { $ref: "#/$defs/node" }, side: { $ref: "#/$defs/node" } },
    },
  },
  $ref: "#/$defs/node",
};

const CASES: readonly (readonly [string, JsonValue, readonly JsonValue[], readonly string[]])[] = [
  ["listed values", { enum: ["a", "b", 1, null] }, ["a", null], ['root: "a" ("b") (1) null']],
  [
    "listed values that other keywords exclude",
    { type: "string", enum: ["a", "bb", 1], minLength: 2 },
    ["bb"],
    [],
  ],
  ["a constant is not a choice", { const: 1 }, [1], []],
  ["true and false", { type: "boolean" }, [true], ["root: true (false)"]],
  [
    "types",
    { type: ["string", "null", "integer", "number"] },
    ["a", 1.5, 2],
    ["root: string (null) number"],
  ],
  [
    "null that listed values exclude",
    { type: ["string", "null"], allOf: [{ not: { type: "null" } }] },
    ["a"],
    [],
  ],
  ["sizes", array({}), [[], [1], [1, 2, 3]], ["root: empty one many"]],
  [
    "sizes with a maximum",
    array({ maxItems: 3 }),
    [[], [1, 2, 3]],
    ["root: empty (one) (many) most"],
  ],
  [
    "sizes with a minimum",
    array({ minItems: 1, maxItems: 50 }),
    [[1]],
    ["root: one (many) (most)"],
  ],
  ["a maximum of two", array({ maxItems: 2 }), [[1, 2]], ["root: (empty) (one) most"]],
  ["a maximum of one", array({ maxItems: 1 }), [[1]], ["root: (empty) one"]],
  ["a fixed size", array({ minItems: 3, maxItems: 3 }), [[1, 2, 3]], []],
  [
    "a maximum that is out of reach",
    array({ maxItems: 5_000 }),
    [[]],
    ["root: empty (one) (many)"],
  ],
  [
    "as many items as there are different ones",
    array({ uniqueItems: true, minItems: 1, maxItems: 9 }, { enum: ["x"] }),
    [["x"]],
    [],
  ],
  ["no items at all", array({}, false), [[]], []],
  [
    "optional properties",
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" }, c: false },
      required: ["a"],
    },
    [{ a: "x" }, { a: "x", b: "y" }],
    [".b: absent present"],
  ],
  [
    "properties that all members of a union require",
    { properties: { a: {}, b: {} }, anyOf: [{ required: ["a"] }, { required: ["a", "b"] }] },
    [{ a: 1 }],
    [".b: absent (present)", "root: |anyOf 0 (|anyOf 1)"],
  ],
  [
    "properties that a reference requires",
    {
      $defs: { r: { required: ["a"] } },
      $ref: "#/$defs/r",
      properties: { a: { type: "boolean" } },
    },
    [{ a: true }],
    [".a: true (false)"],
  ],
  [
    "a union, and choices in its members",
    {
      anyOf: [{ enum: ["a", "b"] }, { type: "null" }, { type: "integer", minimum: 2, maximum: 1 }],
    },
    ["a", null],
    ["root: |anyOf 0 |anyOf 1", '|anyOf 0: "a" ("b")'],
  ],
  [
    "members that the schema around them excludes",
    { type: "object", oneOf: [{ type: "object" }, { type: "string" }, { const: 3 }] },
    [{}],
    [],
  ],
  [
    "branches",
    {
      properties: { a: { enum: [1, 2] } },
      required: ["a"],
      if: { properties: { a: { const: 1 } } },
      then: { required: ["b"] },
    },
    [{ a: 1, b: 0 }],
    ["root: ?then (?else)", ".a: 1 (2)"],
  ],
  ["a condition that always holds", { if: true, then: { enum: [1, 2] } }, [1], ["?then: 1 (2)"]],
  [
    "recursion: places repeat, and depths are alternatives",
    node,
    [{ next: { next: {} } }],
    [".next: absent present", ".side: absent (present)", "root: (depth 1) (depth 2) depth 3"],
  ],
  [
    "tuples and maps",
    { type: "object", additionalProperties: { prefixItems: [{ type: "boolean" }], items: false } },
    [{ x: [true] }, { y: [] }],
    [".*: empty one", ".*[0]: true (false)"],
  ],
  [
    "conjunctions",
    {
      properties: { a: { enum: [1, 2, 3] } },
      required: ["a"],
      allOf: [{ properties: { a: { maximum: 2 } } }],
    },
    [{ a: 1 }],
    [".a: 1 (2)"],
  ],
  [
    "references that replace their neighbors before 2019-09",
    {
      $schema: "http://json-schema.org/draft-07/schema#",
      definitions: { a: { type: "boolean" } },
      $ref: "#/definitions/a",
      enum: [1, 2],
    },
    [true],
    ["root: true (false)"],
  ],
  [
    "patterns that Unicode mode rejects, duplicates, and clashing IDs",
    {
      patternProperties: { "^a\\:": { enum: [1, 2, 2] } },
      definitions: { x: { $id: "same" }, y: { $id: "same" } },
    },
    [{ "a:": 1 }],
    [".*: 1 (2)"],
  ],
];

describe("choices and their alternatives", () => {
  test.each(CASES)("%s", (_, schema, rows, expected) => {
    expect(summaryOf(schema, rows)).toEqual(expected);
  });
});

const THREE_BY_TWO = {
  type: "object",
  properties: { a: { enum: [1, 2, 3] }, b: { type: "boolean" }, c: { enum: ["x", "y"] } },
  required: ["a", "b"],
};
const ROWS = [
  { a: 1, b: true },
  { a: 2, b: false, c: "x" },
  { a: 1, b: false },
  { a: 1, b: true, c: "x" },
];

test("a share names the alternatives that no row takes", () => {
  expect(alternativesShare(choicesOf(THREE_BY_TWO, ROWS))).toEqual({
    total: 9,
    missing: [".a: 3", '.c: "y"'],
  });
});

test("a share leaves out sizes on request", () => {
  const choices = choicesOf(array({ maxItems: 3 }), [[]]);
  expect(alternativesShare(choices, ["most"])).toEqual({
    total: 3,
    missing: ["(root): one", "(root): many"],
  });
});

test("an alternative is late if the first 2n rows that reach its choice miss it", () => {
  const schema = { properties: { a: { type: "boolean" } } };
  const rows = (values: readonly boolean[]): readonly Choice[] =>
    choicesOf(schema, [{}, ...values.map((a) => ({ a }))]);
  expect(lateAlternatives(rows([true, true, true])).missing).toEqual([]);
  expect(lateAlternatives(rows([true, true, true, true, false])).missing).toEqual([".a: false"]);
  expect(lateAlternatives(rows([true, true, true, false])).missing).toEqual([]);
});

test("pairs are those of choices that every row reaches", () => {
  const paired = pairedChoices(choicesOf(THREE_BY_TWO, ROWS), ROWS.length);
  expect(paired.map(({ place }) => place)).toEqual([".c", ".a", ".b"]);
  expect(pairBound(paired)).toBe(24);
  expect(pairsShare(paired, ROWS.length)).toEqual({
    total: 16,
    missing: [
      ".c: absent with .a: 2",
      ".c: absent with .a: 3",
      ".c: present with .a: 3",
      ".a: 2 with .b: true",
      ".a: 3 with .b: true",
      ".a: 3 with .b: false",
    ],
  });
  expect(pairsShare(paired, 1).missing).toHaveLength(13);
});

test("choices that a condition can restrict form no pairs", () => {
  const schema = {
    ...THREE_BY_TWO,
    if: { properties: { a: { const: 1 } } },
    then: { required: ["c"] },
  };
  expect(pairedChoices(choicesOf(schema, ROWS.slice(1, 2)), 1)).toEqual([]);
});
