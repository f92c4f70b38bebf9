import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { rngFor } from "../../src/core/rng.ts";
import { type TextRequest, writeText } from "../../src/generate/prose/write-text.ts";
import { countTokens } from "../../src/generate/tokens.ts";
import { reader } from "./words.ts";

const request: TextRequest = { language: reader.english, typicalTokens: 60 };
const ROWS = Array.from({ length: 500 }, (_, i) => i);

function texts(change: Partial<TextRequest> = {}): string[] {
  return ROWS.map((i) => writeText(rngFor(1, i), { ...request, ...change }));
}

describe("a generated text", () => {
  test.each([20, 60, 400])("is %i tokens long on average if that is typical", (typicalTokens) => {
    const lengths = texts({ typicalTokens }).map(countTokens);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    expect(Math.abs(mean / typicalTokens - 1)).toBeLessThan(0.1);
    expect(Math.min(...lengths)).toBeLessThan(typicalTokens * 0.75);
    expect(Math.max(...lengths)).toBeGreaterThan(typicalTokens * 1.25);
  });

  test("consists of complete sentences if nothing cuts it", () => {
    expect(texts().filter((text) => !/^[A-Z].*\.$/s.test(text))).toEqual([]);
  });

  test("seldom repeats, and never in adjacent sentences", () => {
    expect(new Set(texts()).size).toBeGreaterThan(490);
    const repeated = texts({ typicalTokens: 400 }).filter((text) => {
      const sentences = text.split(/(?<=\.)\s+/);
      return sentences.some((sentence, i) => sentence === sentences[i - 1]);
    });
    expect(repeated).toEqual([]);
  });

  test("has paragraphs if it is long", () => {
    expect(texts({ typicalTokens: 400 }).filter((text) => !text.includes("\n\n"))).toEqual([]);
  });

  test("with fewer tokens is a prefix of the longer one", () => {
    const short = texts({ maxTokens: 10 });
    expect(texts().filter((text, i) => !text.startsWith(short[i] ?? ""))).toEqual([]);
  });
});

describe("stop", () => {
  test("ends before the first of the stop strings", () => {
    const stop = ["zebra", ".", " the "];
    const plain = texts();
    const stopped = texts({ stop });
    const starts = plain.map((text) => text.split(/\.| the /)[0]);
    expect(stopped).toEqual(starts);
  });

  test("never contains a stop string", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 2 }).filter((stop) => stop !== "")),
        fc.nat(400),
        fc.nat(80),
        (stop, row, maxTokens) => {
          const text = writeText(rngFor(1, row), { ...request, stop, maxTokens });
          expect(stop.filter((sequence) => text.includes(sequence))).toEqual([]);
        },
      ),
    );
  });

  test("ignores an empty stop string", () => {
    expect(texts({ stop: [""] })).toEqual(texts());
  });
});
