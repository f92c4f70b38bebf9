import { describe, expect, test } from "@jest/globals";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { rngFor } from "../../src/core/rng.ts";
import { countTokens } from "../../src/generate/tokens.ts";
import { compile, distinctRowsOf, rowsOf } from "./compiled.ts";

const share = (values: readonly JsonValue[], wanted: readonly JsonValue[]): number =>
  values.filter((value) => wanted.includes(value)).length / values.length;

test("a constant never varies, and every value of an enumeration occurs", () => {
  expect(distinctRowsOf({ const: { a: [1, null] } })).toEqual(['{"a":[1,null]}']);
  expect(distinctRowsOf({ enum: ["low", "high", null, 3] })).toEqual([
    '"high"',
    '"low"',
    "3",
    "null",
  ]);
});

describe("examples and defaults", () => {
  test("are mixed with other values", () => {
    const values = rowsOf({ type: "string", examples: ["gold", "silver"], default: "bronze" }, 400);
    expect(share(values, ["gold", "silver"])).toBeGreaterThan(0.35);
    expect(share(values, ["gold", "silver"])).toBeLessThan(0.65);
    expect(share(values, ["bronze"])).toBeGreaterThan(0.1);
    expect(new Set(values).size).toBeGreaterThan(10);
  });

  test("are skipped if they don't conform", () => {
    const values = rowsOf({
      type: "integer",
      minimum: 10,
      maximum: 20,
      examples: [5, "x", 12],
      default: 0,
    });
    expect(share(values, [5, "x", 0])).toBe(0);
    expect(share(values, [12])).toBeGreaterThan(0.3);
  });

  test("for a whole object are used", () => {
    const example = { name: "Ada", tags: ["x"] };
    const schema = {
      type: "object",
      properties: { name: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
      required: ["name", "tags"],
      examples: [example],
    };
    const same = rowsOf(schema, 100).filter(
      (row) => JSON.stringify(row) === JSON.stringify(example),
    );
    expect(same.length).toBeGreaterThan(10);
    expect(same.length).toBeLessThan(60);
  });
});

describe("optional properties", () => {
  const optional = { type: "string" } as const;
  const rows = rowsOf(
    {
      type: "object",
      properties: {
        must: optional,
        may: optional,
        read: { ...optional, readOnly: true },
        write: { ...optional, writeOnly: true },
        old: { ...optional, deprecated: true },
        older: { ...optional, deprecated: true },
      },
      required: ["must", "older"],
    },
    200,
  ) as JsonObject[];
  const rateOf = (key: string): number =>
    rows.filter((row) => Object.hasOwn(row, key)).length / rows.length;

  test("vary from row to row, including read-only ones", () => {
    for (const key of ["may", "read"]) {
      expect(rateOf(key)).toBeGreaterThan(0.5);
      expect(rateOf(key)).toBeLessThan(0.95);
    }
  });

  test("are omitted if they are deprecated or write-only, unless they are required", () => {
    expect(["must", "write", "old", "older"].map(rateOf)).toEqual([1, 0, 0, 1]);
  });
});

test("the lengths of arrays vary within the bounds", () => {
  const lengths = (schema: JsonObject): number[] => [
    ...new Set(rowsOf({ type: "array", ...schema }).map((row) => (row as JsonValue[]).length)),
  ];
  expect(lengths({ items: { type: "integer" } }).length).toBeGreaterThan(2);
  expect(lengths({ items: { type: "string" }, minItems: 2, maxItems: 3 }).sort()).toEqual([2, 3]);
});

describe("encoded content", () => {
  const decoders: { readonly [encoding: string]: (text: string) => string } = {
    base64: (text) => Buffer.from(text, "base64").toString(),
    base64url: (text) => Buffer.from(text, "base64url").toString(),
  };
  const encodings = Object.keys(decoders);
  const alphabets: { readonly [encoding: string]: RegExp } = {
    base64: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    base64url: /^[\w-]+$/,
  };

  test.each(encodings)(
    "in %s decodes to the same kind of string as without it",
    (contentEncoding) => {
      const named = (schema: JsonObject): JsonValue[] =>
        rowsOf({ type: "object", properties: { city: schema }, required: ["city"] }).map(
          (row) => (row as JsonObject)["city"] ?? null,
        );
      const encoded = named({ type: "string", contentEncoding }).map(String);
      expect(encoded.filter((text) => !alphabets[contentEncoding]?.test(text))).toEqual([]);
      expect(encoded.map((text) => decoders[contentEncoding]?.(text))).toEqual(
        named({ type: "string" }),
      );
    },
  );

  test.each(encodings)("in %s with a JSON media type decodes to JSON", (contentEncoding) => {
    const contentMediaType = "application/json";
    const texts = rowsOf({ type: "string", contentEncoding, contentMediaType }).map(String);
    const values = texts.map((text) => JSON.parse(decoders[contentEncoding]?.(text) ?? ""));
    expect(values.every((value) => typeof value === "object")).toBe(true);
  });

  test("respects the bounds for the encoded string", () => {
    const schema = { type: "string", contentEncoding: "base64", minLength: 8, maxLength: 24 };
    expect(rowsOf(schema)).toHaveLength(40);
  });

  test("that is JSON without an encoding is JSON text", () => {
    const texts = rowsOf({ type: "string", contentMediaType: "application/json" }).map(String);
    expect(texts.every((text) => typeof JSON.parse(text) === "object")).toBe(true);
  });
});

test("strings grow with the row's token limit, and respect it", () => {
  const { row } = compile({
    type: "object",
    properties: { summary: { type: "string" } },
    required: ["summary"],
  });
  const sizes = (maxTokens: number): number[] =>
    Array.from({ length: 60 }, (_, i) =>
      countTokens(JSON.stringify(row(rngFor(1, i), { maxTokens }))),
    );
  const means = [100, 400, 1600].map((maxTokens) => {
    const all = sizes(maxTokens);
    expect(Math.max(...all)).toBeLessThanOrEqual(maxTokens);
    return all.reduce((sum, size) => sum + size, 0) / all.length;
  });
  expect(means).toEqual([...means].sort((a, b) => a - b));
  expect((means[2] ?? 0) / (means[0] ?? 1)).toBeGreaterThan(4);
});
