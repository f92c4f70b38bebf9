import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type PairedChoice, pairColumns } from "../src/covering/pair-columns.ts";
import type { JsonObject, JsonValue } from "../src/json.ts";
import type { Schema } from "../src/source/schema.ts";
import { compile, validatorOf } from "./compiled.ts";
import { schemasAround } from "./random-schema.ts";

const FIVE = ["a", "b", "c", "d", "e"];

/** Choices of all kinds, some below others. */
const ORDER: JsonObject = {
  type: "object",
  required: ["status", "flag", "size", "tags", "score", "address", "payment"],
  properties: {
    status: { enum: FIVE },
    flag: { type: "boolean" },
    size: { type: ["string", "null"], enum: ["s", "m", "l", null] },
    tags: { type: "array", items: { enum: ["x", "y", "z"] }, maxItems: 7 },
    score: { anyOf: [{ type: "number", minimum: 0 }, { type: "null" }] },
    note: { type: "string" },
    address: {
      type: "object",
      required: ["country"],
      properties: { country: { enum: ["US", "DE", "JP", "BR"] }, zip: { type: "string" } },
      if: { properties: { country: { const: "US" } } },
      then: { required: ["zip"], properties: { zip: { pattern: "^\\d{5}$" } } },
    },
    payment: {
      oneOf: [
        {
          type: "object",
          required: ["kind", "network"],
          properties: { kind: { const: "card" }, network: { enum: ["visa", "amex", "jcb"] } },
        },
        {
          type: "object",
          required: ["kind"],
          properties: { kind: { const: "cash" }, tip: { type: "boolean" } },
        },
        {
          type: "object",
          required: ["kind", "iban"],
          properties: { kind: { const: "bank" }, iban: { type: "string" } },
        },
      ],
    },
  },
};

type Row = { readonly [key: string]: JsonValue | undefined };

/** Alternatives of a choice, by name; each row's own, or undefined if it does not reach the choice. */
type Choice = { readonly count: number; of(row: Row): JsonValue | undefined };

const inner = (row: Row, key: string): Row => row[key] as Row;

const CHOICES: { readonly [name: string]: Choice } = {
  status: { count: 5, of: (row) => row["status"] },
  flag: { count: 2, of: (row) => row["flag"] },
  size: { count: 4, of: (row) => row["size"] },
  "number of tags": { count: 4, of: (row) => (row["tags"] as JsonValue[]).length },
  score: { count: 2, of: (row) => row["score"] === null },
  note: { count: 2, of: (row) => "note" in row },
  country: { count: 2, of: (row) => inner(row, "address")["country"] === "US" },
  payment: { count: 3, of: (row) => inner(row, "payment")["kind"] },
};

const BELOW: { readonly [name: string]: Choice } = {
  "first tag": { count: 3, of: (row) => (row["tags"] as JsonValue[])[0] },
  "second tag": { count: 3, of: (row) => (row["tags"] as JsonValue[])[1] },
  "other country": {
    count: 3,
    of: (row) => {
      const country = inner(row, "address")["country"];
      return country === "US" ? undefined : country;
    },
  },
  zip: {
    count: 2,
    of: (row) =>
      inner(row, "address")["country"] === "US" ? undefined : "zip" in inner(row, "address"),
  },
  network: { count: 3, of: (row) => inner(row, "payment")["network"] },
  "presence of a tip": {
    count: 2,
    of: (row) => {
      const { kind, ...others } = inner(row, "payment");
      return kind === "cash" ? "tip" in others : undefined;
    },
  },
  tip: { count: 2, of: (row) => inner(row, "payment")["tip"] },
};

function rowsOf(schema: JsonObject, count: number, seed = 1): Row[] {
  const { verdict, indexed } = compile(schema);
  expect(verdict).toMatchObject({ kind: "supported" });
  return Array.from(
    { length: count },
    (_, index) => JSON.parse(indexed("covering", { seed, index }).text) as Row,
  );
}

/** The longest run of rows that reach a choice in which one of its alternatives is missing. */
function longestGap(rows: readonly Row[], { count, of }: Choice): number {
  const reached = rows
    .map(of)
    .filter((it) => it !== undefined)
    .map((it) => JSON.stringify(it));
  const alternatives = [...new Set(reached)];
  expect(alternatives).toHaveLength(count);
  return Math.max(
    ...alternatives.map((one) => {
      let gap = 0;
      let longest = 0;
      for (const other of reached) {
        gap = other === one ? 0 : gap + 1;
        longest = Math.max(longest, gap);
      }
      return longest;
    }),
  );
}

test.each([1, 2, 77])(
  "each alternative occurs within 2n of the rows that reach it, seed %d",
  (seed) => {
    const rows = rowsOf(ORDER, 400, seed);
    const isValid = validatorOf(ORDER);
    expect(rows.filter((row) => !isValid(row as JsonObject))).toEqual([]);
    for (const [name, choice] of Object.entries({ ...CHOICES, ...BELOW })) {
      expect({ name, isEven: longestGap(rows, choice) < 2 * choice.count }).toEqual({
        name,
        isEven: true,
      });
    }
  },
);

test.each([1, 2, 77])(
  "each pair of alternatives that every row reaches occurs in time, seed %d",
  (seed) => {
    const rows = rowsOf(ORDER, 4 * 5 * 4, seed);
    const choices = Object.entries(CHOICES);
    const missing = choices.flatMap(([name, one], place) =>
      choices.slice(0, place).flatMap(([otherName, other]) => {
        const pairs = new Set(rows.map((row) => JSON.stringify([one.of(row), other.of(row)])));
        return pairs.size === one.count * other.count ? [] : [`${name} × ${otherName}`];
      }),
    );
    expect(missing).toEqual([]);
  },
);

test("30 choices are covered in pairs within four times the product of the two largest", () => {
  const counts = fc.oneof(
    fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 2, maxLength: 30 }),
    fc
      .tuple(
        fc.integer({ min: 7, max: 60 }),
        fc.array(fc.integer({ min: 2, max: 4 }), { minLength: 1, maxLength: 29 }),
      )
      .map(([most, rest]) => [most, ...rest]),
    fc.constantFrom(Array(30).fill(2), Array(30).fill(3), Array(30).fill(7), [40, 30, 20, 2]),
  );
  fc.assert(
    fc.property(counts, (list) => {
      const choices = list.map((count, i): PairedChoice => ({ key: i * 7919, count }));
      const columns = pairColumns(choices);
      const [first = 0, second = 0] = [...list].sort((a, b) => b - a);
      const ranks = Array.from({ length: 4 * first * second }, (_, rank) => rank);
      const columnOf = ({ key }: PairedChoice): number[] =>
        ranks.map((rank) => columns.get(key)?.(rank) ?? -1);
      const values = choices.map(columnOf);
      const missing = choices.flatMap((one, i) =>
        choices
          .slice(0, i)
          .filter(
            (other, j) =>
              new Set(
                ranks.map((rank) => (values[i]?.[rank] ?? 0) * 1000 + (values[j]?.[rank] ?? 0)),
              ).size <
              one.count * other.count,
          ),
      );
      expect(missing).toEqual([]);
      for (const [i, { count }] of choices.entries()) {
        for (let at = 0; at + count <= ranks.length; at += count)
          expect(new Set(values[i]?.slice(at, at + count)).size).toBe(count);
      }
    }),
    { numRuns: 12, seed: 1 },
  );
});

test("a row depends only on the schema, the seed, and the index", () => {
  const texts = (indexes: readonly number[]): string[] => {
    const { indexed } = compile(ORDER);
    return indexes.map((index) => indexed("covering", { seed: 5, index }).text);
  };
  const forward = texts(Array.from({ length: 60 }, (_, i) => i));
  const backward = texts(Array.from({ length: 60 }, (_, i) => 59 - i)).reverse();
  expect(backward).toEqual(forward);
  expect(texts([999_999, 7, 7, 999_999])).toEqual([...texts([999_999, 7]), ...texts([7, 999_999])]);
  expect(texts([7])).toEqual([forward[7]]);
});

test("values recurse to each depth, and to the first three within six rows", () => {
  const list: JsonObject = {
    type: "object",
    required: ["name", "next"],
    properties: { name: { type: "string" }, next: { anyOf: [{ $ref: "#" }, { type: "null" }] } },
  };
  const depthOf = (row: Row): number =>
    row["next"] === null ? 0 : 1 + depthOf(inner(row, "next"));
  const tree: JsonObject = {
    type: "object",
    required: ["children"],
    properties: { children: { type: "array", items: { $ref: "#" } } },
  };
  const heightOf = (row: Row): number => {
    const children = row["children"] as unknown as Row[];
    return children.length === 0 ? 0 : 1 + Math.max(...children.map(heightOf));
  };
  for (let seed = 1; seed <= 20; seed++) {
    const rowsWith = (schema: JsonObject): Row[] => rowsOf(schema, 6, seed);
    const depths = new Set(rowsWith(list).map(depthOf));
    const heights = new Set(rowsWith(tree).map(heightOf));
    for (const level of [0, 1, 2]) {
      expect([seed, level, depths.has(level)]).toEqual([seed, level, true]);
      expect([seed, level, heights.has(level)]).toEqual([seed, level, true]);
    }
    expect(rowsOf(list, 16, seed).map(depthOf)).toContain(3);
    expect(rowsOf(tree, 16, seed).map(heightOf)).toContain(3);
  }
});

/** Recursion through each kind of place; a node is an object or, in a tuple, an array. */
const RECURSIVE: Readonly<Record<string, Schema>> = {
  "a list or null": node({ kids: { type: ["array", "null"], items: { $ref: "#" } } }),
  "a list or a string": node({ kids: { type: ["array", "string"], items: { $ref: "#" } } }),
  "a union": node({ kids: { anyOf: [{ $ref: "#" }, { type: "null" }] } }),
  "folders only": node({
    type: { enum: ["file", "folder"] },
    children: { type: ["array", "null"], items: { $ref: "#" } },
  }),
  "a map": { type: "object", additionalProperties: { $ref: "#" } },
  "the second item of a tuple": {
    type: "array",
    prefixItems: [{ type: "string" }, { $ref: "#" }],
    items: false,
    minItems: 1,
  },
  "a reference to a reference": {
    $ref: "#/$defs/a",
    $defs: {
      a: { $ref: "#/$defs/b" },
      b: { type: "object", properties: { n: { $ref: "#/$defs/a" } }, additionalProperties: false },
    },
  },
};

function node(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties) };
}

test.each(Object.entries(RECURSIVE))("recursion through %s reaches each depth", (_, schema) => {
  const isNodeArray = (schema as JsonObject)["type"] === "array";
  const depthOf = (value: JsonValue): number => {
    if (typeof value !== "object" || value === null) return 0;
    const isNode = Array.isArray(value) === isNodeArray;
    return (isNode ? 1 : 0) + Math.max(0, ...Object.values(value).map(depthOf));
  };
  for (let seed = 1; seed <= 10; seed++) {
    const depths = rowsOf(schema as JsonObject, 6, seed).map((row) =>
      Math.min(depthOf(row as JsonObject), 3),
    );
    expect([seed, [...new Set(depths)].sort()]).toEqual([seed, [1, 2, 3]]);
  }
});

test.each([
  [{}, [0, 1, 3, 10]],
  [{ maxItems: 100 }, [0, 1, 3, 100]],
  [{ minItems: 2, maxItems: 5000 }, [3, 10]],
  [{ minItems: 20 }, [20, 27]],
  [{ maxItems: 3 }, [0, 1, 2, 3]],
  [{ minItems: 2, maxItems: 2 }, [2]],
])("lists with %j have few and many items", (limits, expected) => {
  const rows = rowsOf({ type: "array", items: { type: "boolean" }, ...limits }, 8);
  const lengths = new Set(rows.map((row) => Object.keys(row).length));
  expect([...lengths].sort((a, b) => a - b)).toEqual(expected);
});

test("many conditions are independent of each other", () => {
  const keys = Array.from({ length: 9 }, (_, i) => `k${i}`);
  const schema: JsonObject = {
    type: "object",
    required: keys,
    properties: Object.fromEntries(keys.map((key) => [key, { enum: ["on", "off"] }])),
    allOf: keys.map((key) => ({
      if: { properties: { [key]: { const: "on" } } },
      then: { required: [`${key}Reason`], properties: { [`${key}Reason`]: { enum: [1, 2, 3] } } },
    })),
  };
  const rows = rowsOf(schema, 120);
  for (const key of keys) {
    expect(longestGap(rows, { count: 2, of: (row) => row[key] })).toBeLessThan(4);
    expect(
      longestGap(rows, {
        count: 3,
        of: (row) => (row[key] === "on" ? row[`${key}Reason`] : undefined),
      }),
    ).toBeLessThan(6);
  }
});

test("a property beside a union keeps its own turn", () => {
  const schema: JsonObject = {
    type: "object",
    required: ["status", "kind"],
    properties: { status: { enum: FIVE }, extra: { type: "boolean" } },
    oneOf: [1, 2, 3, 4].map((kind) => ({ properties: { kind: { const: kind } } })),
  };
  const rows = rowsOf(schema, 100);
  expect(longestGap(rows, { count: 5, of: (row) => row["status"] })).toBeLessThan(10);
  expect(longestGap(rows, { count: 4, of: (row) => row["kind"] })).toBeLessThan(8);
  expect(longestGap(rows, { count: 2, of: (row) => "extra" in row })).toBeLessThan(4);
  expect(longestGap(rows, { count: 2, of: (row) => row["extra"] })).toBeLessThan(4);
});

test("alternatives that no value can take don't use up turns", () => {
  const schema: JsonObject = {
    type: "object",
    required: ["a", "b"],
    properties: { a: { enum: [1, 2, 3, 4] }, b: { enum: [1, 2, 3, 4] } },
    not: { properties: { a: { enum: [2, 3] } } },
    allOf: [{ not: { properties: { b: { const: 4 } } } }],
  };
  const rows = rowsOf(schema, 60);
  expect(longestGap(rows, { count: 2, of: (row) => row["a"] })).toBeLessThan(4);
  expect(longestGap(rows, { count: 3, of: (row) => row["b"] })).toBeLessThan(6);
});

test("properties that belong together still do", () => {
  const schema: JsonObject = {
    type: "object",
    properties: {
      min_price: { type: "number" },
      max_price: { type: "number" },
      kind: { enum: FIVE },
    },
  };
  const wrong = rowsOf(schema, 200).filter(
    ({ min_price: min, max_price: max }) => Number(min ?? 0) > Number(max ?? Infinity),
  );
  expect(wrong).toEqual([]);
});

test("covering rows of random schemas conform", () => {
  fc.assert(
    fc.property(schemasAround, ({ schema }) => {
      const { verdict, indexed } = compile(schema);
      if (verdict.kind !== "supported") return;
      const isValid = validatorOf(schema);
      const rows = Array.from(
        { length: 12 },
        (_, index) => JSON.parse(indexed("covering", { seed: 1, index }).text) as JsonValue,
      );
      expect(rows.filter((row) => !isValid(row))).toEqual([]);
    }),
    { numRuns: 60, seed: 3 },
  );
});
