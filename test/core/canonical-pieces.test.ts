import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { canonicalPieces } from "../../src/core/canonical-pieces.ts";
import { canonicalJson, type JsonValue } from "../../src/core/json.ts";

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
