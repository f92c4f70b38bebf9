import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { rngFor } from "../../src/core/rng.ts";
import { LANGUAGES } from "../../src/generate/languages/languages.ts";
import { loadPools } from "../../src/generate/lexicon/load-pools.ts";
import { writeReasoning } from "../../src/generate/reasoning.ts";
import type { Frame } from "../../src/generate/text/frames.ts";
import { writeText } from "../../src/generate/text/text.ts";
import { findTopics } from "../../src/generate/text/topics.ts";

const pools = await loadPools();

const REVIEWS = {
  de: "Bitte fasse die Bewertung zusammen: Das Paket aus Hamburg kam beschädigt an, und die Kundin möchte ihr Geld zurück.",
  fr: "Résumez cet avis : le colis de Lyon est arrivé endommagé et la cliente veut être remboursée.",
  es: "Resume esta reseña: el paquete de Valencia llegó dañado y la clienta quiere que le devuelvan el dinero.",
  it: "Riassumi la recensione: il pacco da Milano è arrivato danneggiato e la cliente vuole un rimborso.",
  pt: "Resuma a avaliação: a encomenda do Porto chegou danificada e a cliente quer o dinheiro de volta.",
  nl: "Vat de recensie samen: het pakket uit Utrecht kwam beschadigd aan en de klant wil haar geld terug.",
  ja: "レビューを要約してください。札幌からの荷物が破損して届き、お客様は返金を希望しています。",
  zh: "请总结这条评论：从杭州寄来的包裹损坏了，顾客要求退款。",
  ko: "리뷰를 요약해 주세요. 부산에서 온 소포가 파손되어 고객이 환불을 원합니다.",
  en: "Please summarize the review: the parcel from Hamburg arrived damaged, and the customer wants a refund.",
} as const;

// Pinned for a seed; only a new version may change them.
const PINNED: Record<string, { answer: string; steps: string[] }> = JSON.parse(
  readFileSync(new URL("fixtures/languages.json", import.meta.url), "utf8"),
);

const CODES = ["en", "de", "fr", "es", "it", "pt", "nl", "ja", "zh", "ko"] as const;

describe("the language of an input", () => {
  test.each(Object.entries(REVIEWS))("is detected from its common words: %s", (code, input) => {
    expect(findTopics(input).language).toBe(code);
  });

  test.each([
    ["Wo ist mein Paket?", "de"],
    ["Où est la gare ?", "fr"],
    ["¿Dónde está mi paquete?", "es"],
    ["Kaffeemaschine mit Timer und Display für 12 Tassen", "de"],
    ["Bestellung 4711", "de"],
    ["Zufrieden, tolle Qualität!", "de"],
    ["Größe passt", "de"],
    ["Devolución solicitada", "es"],
    ["Très déçue", "fr"],
    ["Devolução solicitada", "pt"],
    ["Berechne 15 Prozent von 240.", "de"],
    ["Combien font 12 fois 14 ?", "fr"],
    ["Hoeveel is 8 keer 7?", "nl"],
  ])("is detected even if the input is short: %s", (input, code) => {
    expect(findTopics(input).language).toBe(code);
  });

  test.each([
    "Guten Tag",
    "Wie",
    "",
    '{"de": 1, "la": 2}',
    "Where is my parcel?",
    "Hej, var är mitt paket och när kommer det?",
    "Hyvää päivää",
  ])("defaults to English if there is too little evidence: %j", (input) => {
    expect(findTopics(input).language).toBe("en");
  });

  test.each([
    [`Translate into German: ${REVIEWS.en}`, "en"],
    [`${REVIEWS.en} ${REVIEWS.en} Danke für die Hilfe!`, "en"],
    [`Translate: ${REVIEWS.de}`, "de"],
    [`${REVIEWS.fr} ${REVIEWS.fr} Thank you.`, "fr"],
  ])("is that of its larger part: %s", (input, code) => {
    expect(findTopics(input).language).toBe(code);
  });
});

test.each(CODES)("an answer to an input in %s, and its reasoning, are in that language", (code) => {
  const topics = findTopics(REVIEWS[code]);
  const answer = writeText(rngFor(1, code), { topics, pools, typicalTokens: 45 });
  const request = { topics, pools, properties: ["sentiment"], maxTokens: 1000 };
  const steps = writeReasoning(rngFor(1, code), request).split("\n");
  expect({ answer, steps }).toEqual(PINNED[code]);
});

describe.each(CODES)("the sentences in %s", (code) => {
  const language = LANGUAGES[code];
  const { openings, continuations, advice, questions, replies } = language;
  const { firstSteps, middleSteps, propertySteps, lastSteps } = language;
  const sentences = [...openings, ...continuations, ...advice, ...questions, ...replies];
  const steps = [...firstSteps, ...middleSteps, ...propertySteps, ...lastSteps];
  const gapsOf = (frame: Frame): string[] => frame.parts.filter((_, index) => index % 2 === 1);

  test("are numerous enough, and each occurs once", () => {
    expect(advice.length).toBeGreaterThanOrEqual(12);
    expect(questions.length).toBeGreaterThanOrEqual(6);
    expect(replies.length).toBeGreaterThanOrEqual(6);
    const lines = [...sentences, ...steps].map(({ parts }) => parts.join("|"));
    expect(new Set(lines).size).toBe(lines.length);
  });

  test("that open an answer, give advice, ask, or reply mention a topic", () => {
    const naming = [...openings, ...advice, ...questions, ...replies];
    expect(naming.filter((frame) => !gapsOf(frame).includes("t"))).toEqual([]);
  });

  test("keep the language's stop words out of the topics", () => {
    const { words } = findTopics(REVIEWS[code]);
    expect(words.filter((word) => language.stopWords.has(word.toLowerCase()))).toEqual([]);
    expect(words.length).toBeGreaterThanOrEqual(3);
  });
});
