import { describe, expect, test } from "@jest/globals";
import { rngFor } from "../../src/core/rng.ts";
import { writeReasoning } from "../../src/generate/prose/write-reasoning.ts";
import { writeText } from "../../src/generate/prose/write-text.ts";
import { reader, words } from "./words.ts";

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
  ru: "Где мой заказ? Он ещё не пришёл.",
  el: "Πού είναι η παραγγελία μου;",
  sv: "Hej, var är mitt paket och när kommer det?",
  pl: "Dzień dobry, gdzie jest moja paczka? Bardzo dziękuję.",
};

describe("the language of an input", () => {
  test.each(Object.entries(REVIEWS))("is the one that it shows: %s", (code, input) => {
    expect(reader.languageOf(input)).toBe(code);
  });

  test.each([
    ["Wo ist mein Paket?", "de"],
    ["Où est la gare ?", "fr"],
    ["¿Dónde está mi paquete?", "es"],
    ["Zufrieden, tolle Qualität!", "de"],
    ["Größe passt", "de"],
    ["Très déçue", "fr"],
    ["Combien font 12 fois 14 ?", "fr"],
  ])("is guessed if the input is short: %s", (input, code) => {
    expect(reader.languageOf(input)).toBe(code);
  });

  test.each([
    "",
    "Where is my parcel?",
    '{"de": 1, "la": 2}',
    "Contact anna@shop.com or https://shop.com/com",
    "row 17",
  ])("is English if there is too little evidence: %j", (input) => {
    expect(reader.languageOf(input)).toBe("en");
  });

  test.each([
    [`Translate into German: ${REVIEWS.en}`, "en"],
    [`Translate: ${REVIEWS.de}`, "de"],
  ])("is that of its larger part: %s", (input, code) => {
    expect(reader.languageOf(input)).toBe(code);
  });
});

describe.each(words.languages)("an answer in $code", (language) => {
  const answer = writeText(rngFor(1, language.code), { language, typicalTokens: 60 });

  test("is in that language", () => {
    const detected = reader.languageOf(answer);
    // Chinese characters alone could be Japanese, but not the reverse.
    expect(detected).toBe(language.code);
  });

  test("is repeated by its reasoning", () => {
    const request = { language, answer, maxTokens: 5000 };
    expect(writeReasoning(rngFor(1, language.code), request)).toContain(answer);
  });
});
