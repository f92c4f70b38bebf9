import { describe, expect, test } from "@jest/globals";
import { rngFor } from "../../../src/core/rng.ts";
import { LANGUAGES } from "../../../src/generate/languages/languages.ts";
import { loadPools } from "../../../src/generate/lexicon/load-pools.ts";
import { writeText } from "../../../src/generate/text/text.ts";
import { findTopics } from "../../../src/generate/text/topics.ts";
import { reasoningModel } from "../settings.ts";
import { answersTo } from "./values.ts";

const pools = await loadPools();

const INPUTS = {
  en: "The parcel arrived damaged, and the customer wants a refund.",
  de: "Das Paket kam beschädigt an, und die Kundin möchte ihr Geld zurück.",
  fr: "Le colis est arrivé endommagé et la cliente veut être remboursée.",
  es: "El paquete llegó dañado y la clienta quiere que le devuelvan el dinero.",
  it: "Il pacco è arrivato danneggiato e la cliente vuole un rimborso.",
  pt: "A encomenda chegou danificada e a cliente quer o dinheiro de volta.",
  nl: "Het pakket kwam beschadigd aan en de klant wil haar geld terug.",
  ja: "荷物が破損して届き、お客様は返金を希望しています。",
  zh: "从杭州寄来的包裹损坏了，顾客要求退款。",
  ko: "소포가 파손되어 고객이 환불을 원합니다.",
} as const;
const CODES = ["en", "de", "fr", "es", "it", "pt", "nl", "ja", "zh", "ko"] as const;

const LENGTH_OF_A_START = 20;

/** An answer with a gap for each topic. */
function frameOf(answer: string, topics: readonly string[]): string {
  return topics.reduce((frame, topic) => frame.replaceAll(topic, "…"), answer);
}

describe.each(CODES)("answers in %s", (code) => {
  test("have at least 40 openings and 60 other sentences", () => {
    const { openings, continuations, advice } = LANGUAGES[code];
    expect(openings.length).toBeGreaterThanOrEqual(40);
    expect(continuations.length + advice.length).toBeGreaterThanOrEqual(60);
  });

  test("begin alike in no more than 5% of 1,000 rows", () => {
    const topics = findTopics(INPUTS[code]);
    const starts = Array.from({ length: 1000 }, (_, i) => {
      const answer = writeText(rngFor(i, code), { topics, pools, typicalTokens: 20 });
      return frameOf(answer, topics.words).slice(0, LENGTH_OF_A_START);
    });
    const counts = [...new Set(starts)].map((it) => starts.filter((start) => start === it).length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(50);
  });
});

test("answers name no person and no company that the input doesn't name", async () => {
  const names = [...pools.firstNames, ...pools.lastNames, ...pools.firms];
  const answers = await answersTo(INPUTS.en, { count: 200 });
  const isNamed = new RegExp(`\\b(?:${names.join("|")})\\b`);
  expect(answers.filter((answer) => isNamed.test(answer))).toEqual([]);
});

const MARKS = {
  ja: {
    language: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。「」\s\d.]+$/u,
    quoted: /「([^」]+)」/gu,
  },
  zh: { language: /^[\p{Script=Han}，。：；？“”\s\d.]+$/u, quoted: /“([^”]+)”/gu },
  ko: { language: /^[\p{Script=Hangul}‘’,?\s\d.]+$/u, quoted: /‘([^’]+)’/gu },
} as const;

describe.each(["ja", "zh", "ko"] as const)("an answer in %s", (code) => {
  test("and its reasoning consist of sentences around unbroken phrases of the input", async () => {
    const { language, quoted } = MARKS[code];
    for (const output of await answersTo(INPUTS[code], { model: reasoningModel })) {
      const { content, reasoning_content: reasoning } = JSON.parse(output);
      expect([content, reasoning]).toEqual([
        expect.stringMatching(language),
        expect.stringMatching(language),
      ]);
      const phrases = [...`${content} ${reasoning}`.matchAll(quoted)].map(([, phrase]) => phrase);
      expect(phrases.length).toBeGreaterThan(0);
      expect(phrases.filter((phrase) => !INPUTS[code].includes(phrase ?? ""))).toEqual([]);
    }
  });
});
