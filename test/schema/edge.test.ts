import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { IndexedRow } from "../../packages/schema-values/src/make/make-row.ts";
import { schemasAround } from "../../packages/schema-values/test/random-schema.ts";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { compile, validatorOf } from "./compiled.ts";

const RECORD: JsonObject = {
  type: "object",
  required: ["name", "count", "tags", "day", "at"],
  properties: {
    name: { type: "string" },
    code: { type: ["string", "null"], maxLength: 40 },
    score: { type: "number" },
    count: { type: "integer" },
    rating: { type: "integer", minimum: 1, maximum: 5 },
    tags: { type: "array", items: { type: "string" }, maxItems: 1200 },
    day: { type: "string", format: "date" },
    at: { type: "string", format: "date-time" },
    child: { $ref: "#" },
    min_price: { type: "number" },
    max_price: { type: "number" },
  },
};

function edgeRows(schema: JsonObject, count: number, seed = 1): readonly IndexedRow[] {
  const { verdict, indexed } = compile(schema);
  expect(verdict).toMatchObject({ kind: "supported" });
  return Array.from({ length: count }, (_, index) => indexed("edge", { seed, index }));
}

const kindOf = (edge: string): string => edge.slice(0, edge.lastIndexOf(" at "));
const kindsOf = (rows: readonly IndexedRow[]): string[] =>
  [...new Set(rows.flatMap(({ edges }) => edges.map(kindOf)))].sort();

test.each([1, 8])("every kind of edge case occurs within 50 rows, seed %d", (seed) => {
  const rows = edgeRows(RECORD, 50, seed);
  expect(kindsOf(rows)).toEqual([
    "array: fewest items",
    "array: most items",
    "date: leap day",
    "date: offset +14:00",
    "date: offset -14:00",
    "date: year 0001",
    "date: year 9999",
    "nesting: deep",
    "null",
    "number: 17 digits",
    "number: 2^53 + 1",
    "number: 2^53 - 1",
    "number: exponent",
    "number: lower bound",
    "number: negative zero",
    "number: upper bound",
    "number: zero",
    "object: every optional key",
    "object: no optional key",
    "string: CR LF",
    "string: U+2028",
    "string: backslashes",
    "string: combining characters",
    "string: emoji with joiners",
    "string: empty",
    "string: leading and trailing spaces",
    "string: looks like JSON",
    "string: looks like a Markdown fence",
    "string: looks like a formula",
    "string: looks like a number",
    "string: maximum length",
    "string: one character",
    "string: quotes",
    "string: right-to-left text",
    "string: tabs",
  ]);
});

test("edge rows conform, have one or two edge cases each, and keep relations", () => {
  const isValid = validatorOf(RECORD);
  const rows = edgeRows(RECORD, 200);
  const wrong = rows.filter(({ text, edges }) => {
    const { min_price: min, max_price: max } = JSON.parse(text) as JsonObject;
    const isOrdered = Number(min ?? -Infinity) <= Number(max ?? Infinity);
    return !isValid(JSON.parse(text)) || edges.length !== 1 || !isOrdered;
  });
  expect(wrong).toEqual([]);
});

/** The value that an edge case names. */
function valueAt(text: string, edge: string): unknown {
  const pointer = edge.slice(edge.lastIndexOf(" at ") + 4);
  const tokens = pointer === "the root" ? [] : pointer.split("/").slice(1);
  return tokens.reduce<unknown>(
    (value, token) => (value as { [key: string]: unknown })[token],
    JSON.parse(text),
  );
}

test("an edge case is at the location that it names", () => {
  const seen = new Map<string, unknown>();
  for (const { text, edges } of edgeRows(RECORD, 60))
    for (const edge of edges) seen.set(kindOf(edge), valueAt(text, edge));
  expect(seen.get("string: empty")).toBe("");
  expect(seen.get("string: looks like a formula")).toBe("=1+1");
  expect(String(seen.get("string: one character"))).toHaveLength(1);
  expect(seen.get("null")).toBeNull();
  expect(seen.get("number: negative zero")).toBe(-0);
  expect(seen.get("number: 2^53 - 1")).toBe(2 ** 53 - 1);
  expect(seen.get("date: leap day")).toMatch(/^2024-02-29/);
  expect(seen.get("array: fewest items")).toEqual([]);
});

test("numbers that JavaScript can't hold or write are in the text", () => {
  const texts = edgeRows(RECORD, 60);
  const textOf = (kind: string): string =>
    texts.find(({ edges }) => edges.some((edge) => kindOf(edge) === kind))?.text ?? "";
  expect(textOf("number: 2^53 + 1")).toMatch(/:9007199254740993[,}]/);
  expect(textOf("number: negative zero")).toMatch(/:-0[,}]/);
});

test("bounds are respected", () => {
  const schema: JsonObject = {
    type: "object",
    required: ["code", "share", "ids"],
    properties: {
      code: { type: "string", minLength: 4, maxLength: 12 },
      share: { type: "number", minimum: 0, maximum: 1 },
      ids: {
        type: "array",
        items: { type: "integer" },
        minItems: 2,
        maxItems: 70,
        uniqueItems: true,
      },
    },
  };
  const values = edgeRows(schema, 60).map(
    ({ text }) => JSON.parse(text) as { [key: string]: JsonValue },
  );
  const lengths = values.map((row) => [...String(row["code"])].length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([4, 12]);
  const shares = values.map((row) => Number(row["share"]));
  expect([Math.abs(Math.min(...shares)), Math.max(...shares)]).toEqual([0, 1]);
  const counts = values.map((row) => (row["ids"] as JsonValue[]).length);
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([2, 70]);
});

test("an edge row depends only on the schema, the seed, and the index", () => {
  const forward = edgeRows(RECORD, 40, 3);
  const { indexed } = compile(RECORD);
  const backward = Array.from({ length: 40 }, (_, i) =>
    indexed("edge", { seed: 3, index: 39 - i }),
  );
  expect(backward.reverse()).toEqual(forward);
  expect(indexed("edge", { seed: 3, index: 1_000_000 })).toEqual(
    compile(RECORD).indexed("edge", { seed: 3, index: 1_000_000 }),
  );
});

test("a row has at most a million characters, however much its schema admits", () => {
  const wide: JsonObject = {
    type: "array",
    items: { type: "array", items: { type: "array", items: { type: "string", minLength: 900 } } },
  };
  const sizes = edgeRows(wide, 60).map(({ text }) => text.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000_000);
  expect(Math.max(...sizes)).toBeGreaterThan(10_000);
});

test("a row nests only as deeply as can be validated in bounded time", () => {
  // Each level is validated once for each kind, and all levels below it with it.
  const kinds = ["a", "b"].map((kind) => ({
    type: "object",
    properties: { inner: { $ref: "#" }, kind: { const: kind } },
    required: ["kind"],
  }));
  const rows = edgeRows({ anyOf: kinds }, 40);
  const deep = rows.filter(({ edges }) => edges.some((edge) => kindOf(edge) === "nesting: deep"));
  expect(deep.length).toBeGreaterThan(0);
});

test("edge rows of random schemas conform", () => {
  fc.assert(
    fc.property(schemasAround, ({ schema }) => {
      const { verdict, indexed } = compile(schema);
      if (verdict.kind !== "supported") return;
      const isValid = validatorOf(schema);
      const rows = Array.from(
        { length: 12 },
        (_, index) => JSON.parse(indexed("edge", { seed: 1, index }).text) as JsonValue,
      );
      expect(rows.filter((row) => !isValid(row))).toEqual([]);
    }),
    { numRuns: 30, seed: 4 },
  );
});

test("large numbers equal a bound if no other multiple is within the bounds", () => {
  const bounds = { minimum: 1e16, maximum: 1e16 + 4 };
  for (const type of ["integer", "number"])
    for (const multipleOf of [4, 1e16, 0.5]) {
      const rows = edgeRows({ type, multipleOf, ...bounds }, 8);
      expect(rows.every(({ text }) => Number(text) % multipleOf === 0)).toBe(true);
    }
});
