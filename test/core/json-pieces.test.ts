import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { canonicalJson, type JsonValue } from "../../src/core/json.ts";
import { canonicalPieces } from "../../src/core/json-pieces.ts";

test("the pieces of any value are its canonical text", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect([...canonicalPieces(value as JsonValue)].join("")).toBe(
        canonicalJson(value as JsonValue),
      );
    }),
  );
});

test("a long text takes several pieces of about 16 KiB", () => {
  const rows = Array.from({ length: 3 }, () => Array.from({ length: 20_000 }, () => 1));
  const pieces = [...canonicalPieces({ rows, a: [] })];
  expect(pieces.join("")).toBe(canonicalJson({ rows, a: [] }));
  expect(pieces).toHaveLength(8);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(17_000);
});

test("long strings are cut into pieces, but no character is", () => {
  for (const text of ["a\n", "😀", "a😀", "\ud800", "é\ud83d"]) {
    const value = { row: text.repeat(30_000) };
    const pieces = [...canonicalPieces(value)];
    expect(pieces.join("")).toBe(JSON.stringify(value));
    expect(pieces.length).toBeGreaterThan(1);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
  }
});
