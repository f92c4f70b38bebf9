import { cached } from "schema-values";
import { compileWords } from "../words/compile-words.ts";
import { CONCEPTS, type Concept, type LanguageWords, type Words } from "../words/words.ts";
import { EMOJI_STARTS } from "./units.ts";
import { type ListedWord, WordTable } from "./word-table.ts";

/** Numbers that identify concepts, starting at 1. */
export const CONCEPT_NUMBERS = Object.fromEntries(
  CONCEPTS.map((concept, i) => [concept, i + 1]),
) as { readonly [concept in Concept]: number };

const C = CONCEPT_NUMBERS;
const FOR_OPINIONS: ReadonlySet<number> = new Set([
  ...[C.great, C.good, C.plain, C.mixed, C.bad, C.awful, C.not, C.no, C.but, C.greeting],
]);

/** The words of all languages. Loading them takes a while. */
export const WORDS: Words = compileWords();

const CODES = WORDS.languages.map(({ code }) => code);
const ALL = [
  ...WORDS.languages.map(({ code, words }) => [code, listed(words)] as const),
  ...WORDS.others.map(({ code, common = "" }) => [code, listed({ common })] as const),
];
/** Emojis mean the same thing in all languages. */
const EMOJIS = ALL.flatMap(([, words]) => words.filter(isEmoji));
/** Words by language code, starting with the languages in which answers are written. */
const BY_CODE = new Map(ALL.map(([code, words]) => [code, words.filter((it) => !isEmoji(it))]));

function spoken(code: string): readonly ListedWord[] {
  return CODES.includes(code) ? [...(BY_CODE.get(code) ?? []), ...EMOJIS] : [];
}

// Tables are prepared on first use.
const tables = new Map<string, WordTable>();
const opinions = new Map<string, WordTable>();

/** All words of a language, with their concepts; empty if no answers are written in it. */
export function tableOf(code: string): WordTable {
  return cached(tables, code, () => new WordTable(spoken(code)));
}

/** A language's words that express or modify opinions. */
export function opinionsOf(code: string): WordTable {
  const words = (): ListedWord[] => spoken(code).filter(([, it]) => FOR_OPINIONS.has(it));
  return cached(opinions, code, () => new WordTable(words()));
}

/** The tables of all languages in which answers are written, English first. */
export function allTables(): WordTable[] {
  return CODES.map(tableOf);
}

/** A table of all words. A word's value is an index in `sets`, a list of bit masks of languages. */
export function tableOfLanguages() {
  const found = new Map<string, number>();
  for (const [i, words] of [...BY_CODE.values()].entries())
    for (const [word] of words) found.set(word, (found.get(word) ?? 0) | (1 << i));
  const sets = [0, ...new Set(found.values())];
  const places = new Map(sets.map((set, place) => [set, place]));
  const table = new WordTable([...found].map(([word, set]) => [word, places.get(set) ?? 0]));
  return { table, sets };
}

function listed(words: LanguageWords["words"]): ListedWord[] {
  return Object.entries(words).flatMap(([concept, text]) =>
    text
      .split(" ")
      .filter((word) => word !== "")
      .map((word): ListedWord => [word, CONCEPT_NUMBERS[concept as Concept]]),
  );
}

function isEmoji([word]: ListedWord): boolean {
  return EMOJI_STARTS.includes(word.charAt(0));
}
