import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { rngFor } from "../../src/core/rng.ts";
import { loadPools } from "../../src/generate/lexicon/load-pools.ts";
import { type TextRequest, writeText } from "../../src/generate/text/text.ts";
import { findTopics } from "../../src/generate/text/topics.ts";
import { countTokens } from "../../src/generate/tokens.ts";
import { REVIEW } from "./settings.ts";

const pools = await loadPools();
const request: TextRequest = { topics: findTopics(REVIEW), pools, typicalTokens: 60 };
const ROWS = Array.from({ length: 500 }, (_, i) => i);

function texts(change: Partial<TextRequest> = {}): string[] {
  return ROWS.map((i) => writeText(rngFor(1, i), { ...request, ...change }));
}

describe("a generated text", () => {
  test("mentions what the input is about", () => {
    const words = findTopics(REVIEW).words.map((word) => word.toLowerCase());
    const unrelated = texts().filter(
      (text) => !words.some((word) => text.toLowerCase().includes(word)),
    );
    expect(unrelated).toEqual([]);
  });

  test.each([20, 60, 400])("is %i tokens long on average if that is typical", (typicalTokens) => {
    const lengths = texts({ typicalTokens }).map(countTokens);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    expect(Math.abs(mean / typicalTokens - 1)).toBeLessThan(0.1);
    expect(Math.min(...lengths)).toBeLessThan(typicalTokens * 0.75);
    expect(Math.max(...lengths)).toBeGreaterThan(typicalTokens * 1.25);
  });

  test("consists of complete sentences if nothing cuts it", () => {
    expect(texts().filter((text) => !/^["A-Z].*\.$/s.test(text))).toEqual([]);
  });

  test("does not relate a single word to itself", () => {
    const single = texts({ topics: findTopics("Refund") });
    const sentences = single.flatMap((text) => text.split(/(?<=\.”?)\s/));
    expect(sentences.filter((it) => it.split("“Refund”").length > 2)).toEqual([]);
  });

  test("has paragraphs if it is long", () => {
    expect(texts({ typicalTokens: 400 }).filter((text) => !text.includes("\n\n"))).toEqual([]);
  });

  test("keeps the input's script", () => {
    const greek = texts({ topics: findTopics("Πού είναι η παραγγελία μου;") });
    expect(greek.filter((text) => !/^[\p{Script=Greek}\s.,]+$/u.test(text))).toEqual([]);
    const chinese = texts({ topics: findTopics("我的订单在哪里？谢谢。") });
    expect(chinese.filter((text) => !/^[\p{Script=Han}\s。，：？“”]+$/u.test(text))).toEqual([]);
    const japanese = texts({ topics: findTopics("注文はどこですか。荷物がまだ届いていません。") });
    const ofJapan = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\s。、「」？]+$/u;
    expect(japanese.filter((text) => !ofJapan.test(text))).toEqual([]);
    const russian = texts({ topics: findTopics("Где мой заказ? Он ещё не пришёл.") });
    expect(russian.filter((text) => !/^[\p{Script=Cyrillic}\s.,]+$/u.test(text))).toEqual([]);
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
