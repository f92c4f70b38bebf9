import { expect, test } from "@jest/globals";
import {
  KINDS,
  LANGUAGES,
  numberedInputs,
  realInputs,
  similarReviews,
  textsOf,
} from "../../bench/inputs/inputs.mjs";

const WORDS: Record<string, readonly [least: number, most: number]> = {
  reviews: [20, 80],
  emails: [40, 150],
  tickets: [40, 150],
  articles: [100, 250],
};

/** In Japanese, two characters count as a word. */
function wordsIn(text: string, language: string): number {
  if (language === "ja") return text.replace(/\s/g, "").length / 2;
  return text.split(/\s+/).length;
}

test.each(KINDS.flatMap((kind) => LANGUAGES.map((language) => [language, kind] as const)))(
  "there are 50 texts of usual length: %s %s",
  (language, kind) => {
    const texts = textsOf(language, kind);
    const [least, most] = WORDS[kind] ?? [0, 0];
    const counts = texts.map((text) => wordsIn(text, language));
    expect(texts).toHaveLength(50);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(least);
    expect(Math.max(...counts)).toBeLessThanOrEqual(most);
  },
);

test("the 1,000 real inputs differ, are trimmed, and alternate between kinds and languages", () => {
  const inputs = realInputs();
  expect(new Set(inputs).size).toBe(1_000);
  expect(inputs.filter((text) => text !== text.trim())).toEqual([]);
  const firsts = KINDS.flatMap((kind) => LANGUAGES.map((language) => textsOf(language, kind)[0]));
  expect(inputs.slice(0, 20)).toEqual(firsts);
});

test("addresses and URLs in real inputs use the reserved domain", () => {
  const domains = realInputs().flatMap(
    (text) => text.match(/(?<=\w@|:\/\/)[\w-]+(\.[\w-]+)+/g) ?? [],
  );
  expect(domains.length).toBeGreaterThan(20);
  expect(domains.filter((domain) => !domain.endsWith(".example"))).toEqual([]);
});

test("numbered inputs and similar reviews differ from each other", () => {
  expect(numberedInputs(2)).toEqual(["row 0", "row 1"]);
  expect(new Set(similarReviews(1_000)).size).toBe(1_000);
  expect(similarReviews(1)).toEqual([
    "Review 1: I bought this kettle 1 days ago. I like it a lot and use it every day.",
  ]);
});
