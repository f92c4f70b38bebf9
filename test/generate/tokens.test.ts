import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { countTokens, truncateToTokens } from "../../src/generate/tokens.ts";

describe("tokens", () => {
  test.each([
    ["", 0],
    ["a", 1],
    ["four", 1],
    ["fifth", 2],
    ["é", 1],
    ["日本", 2],
    ["😀", 1],
    ["😀!", 2],
  ])("%j counts as %i", (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });

  test.each([
    ["Hello, world", 0, ""],
    ["Hello, world", -1, ""],
    ["Hello, world", 1, "Hell"],
    ["Hello, world", 2.9, "Hello, w"],
    ["Hello, world", 3, "Hello, world"],
    ["Hello, world", Number.POSITIVE_INFINITY, "Hello, world"],
    ["日本語", 1, "日"],
    ["ab😀", 1, "ab"],
    ["😀😀", 1, "😀"],
  ])("%j cut to %d tokens is %j", (text, maxTokens, cut) => {
    expect(truncateToTokens(text, maxTokens)).toBe(cut);
  });

  test("a cut string is the longest prefix that fits and splits no character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, maxTokens) => {
        const cut = truncateToTokens(text, maxTokens);
        const next = String.fromCodePoint(text.codePointAt(cut.length) ?? 0);
        expect(text.startsWith(cut)).toBe(true);
        expect(Buffer.from(cut).toString()).toBe(cut);
        expect(countTokens(cut)).toBeLessThanOrEqual(maxTokens);
        expect(cut === text || countTokens(cut + next) > maxTokens).toBe(true);
      }),
    );
  });
});
