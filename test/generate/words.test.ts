import { faker } from "@faker-js/faker/locale/en";
import { describe, expect, test } from "@jest/globals";
import { lookWriter } from "../../src/generate/lexicon/looks.ts";
import { compileWords } from "../../src/generate/words/compile-words.ts";
import { CONCEPTS, type Concept } from "../../src/generate/words/words.ts";
import { reader, words } from "./words.ts";

test("compiling the words doesn't affect the draws of the shared library", () => {
  faker.seed(1);
  const before = faker.number.int();
  faker.seed(1);
  compileWords();
  expect(faker.number.int()).toBe(before);
});

test("the words are compiled the same each time", () => {
  expect(compileWords()).toEqual(words);
});

test("each list has distinct items, none of which is empty or has a gap", () => {
  const lists = Object.entries(words.pools);
  expect(lists.length).toBeGreaterThan(80);
  const odd = lists.filter(
    ([, list]) =>
      list.length < 2 ||
      new Set(list).size < list.length ||
      list.some((text) => text === "" || /[{}]/.test(text)),
  );
  expect(odd.map(([name]) => name)).toEqual([]);
});

test("everything that strings can look like can be written", () => {
  const { texts, formats, notations, openings, mentions } = words.looks;
  const described = [...notations, ...openings, ...mentions].map(([, look]) => look);
  const all = [...Object.keys(texts), ...Object.keys(formats), ...described];
  expect(all.length).toBeGreaterThan(200);
  for (const look of all)
    expect(() => lookWriter(look, { least: 0, most: Infinity })).not.toThrow();
});

test("no name is listed twice", () => {
  for (const table of [words.looks.texts, words.looks.formats]) {
    const names = Object.values(table).flatMap((list) => list.trim().split(", "));
    expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
  }
  const numbers = words.looks.numbers.flatMap(({ names }) => names.trim().split(", "));
  expect(numbers.filter((name, i) => numbers.indexOf(name) < i)).toEqual([]);
});

describe.each(words.languages)("the words in $code", (language) => {
  const listed = Object.values(language.words).flatMap((text) => text.trim().split(" "));

  test("are each listed once, under a known concept", () => {
    expect(listed.filter((word, i) => listed.indexOf(word) < i)).toEqual([]);
    expect(Object.keys(language.words).filter((it) => !CONCEPTS.some((c) => c === it))).toEqual([]);
  });

  test("are numerous enough for answers, and each sentence occurs once", () => {
    const { prose, reasoning, local } = language;
    const { replies, ...lists } = prose;
    const all = [...Object.values(lists), ...Object.values(replies), ...Object.values(reasoning)];
    for (const list of all) expect(new Set(list).size).toBe(list.length);
    expect(prose.subjects.length * prose.predicates.length).toBeGreaterThan(150);
    expect(reasoning.openings.length).toBeGreaterThanOrEqual(20);
    expect(reasoning.conclusions.filter((line) => !line.includes("{a}"))).toEqual([]);
    expect(local.given.length * local.family.length).toBeGreaterThan(200);
  });
});

test.each(words.languages)(
  "every word in $code is found in an input, with its concept",
  (language) => {
    const all = new Set(Object.values(language.words).flatMap((text) => text.trim().split(/\s+/)));
    const isMissed = (word: string, concept: string): boolean => {
      const text = word.replace("*", "").replaceAll("_", " ");
      const found = reader.readWords(text, language.code)[0]?.meaning;
      return found !== CONCEPTS.indexOf(concept as Concept) + 1;
    };
    const missed = Object.entries(language.words).flatMap(([concept, text]) =>
      text
        .trim()
        .split(/\s+/)
        // Emojis mean the same thing in all languages, and a whole word can mean something other than its prefix.
        .filter((word) => !/^\p{Extended_Pictographic}/u.test(word))
        .filter((word) => !word.endsWith("*") || !all.has(word.slice(0, -1)))
        .filter((word) => isMissed(word, concept)),
    );
    expect(missed).toEqual([]);
  },
);
