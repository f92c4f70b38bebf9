// Looks up inputs' words in the word lists of all languages.
import { cached, type FormatWords } from "schema-values";
import type { Descriptions, LanguageWords, NameList } from "../words/words.ts";
import { foldedUnit, unitsOf } from "./units.ts";
import { allTables, tableOf, WORDS } from "./vocabulary.ts";
import { matchEnd, matchMeaning } from "./word-table.ts";

const { languages, others } = WORDS;

export const { looks, places, pools } = WORDS;

/** Small numbers by their names in all languages, in lowercase. */
export const numbers: ReadonlyMap<string, number> = new Map(
  languages.flatMap(({ words }) =>
    (words.numbers?.split(" ") ?? []).map((word, value): [string, number] => [word, value]),
  ),
);

/** English words, each with its translations. */
export const translations: readonly (readonly [word: string, translated: string])[] =
  Object.entries(looks.translations);

const BY_CODE: ReadonlyMap<string, LanguageWords> = new Map(languages.map((it) => [it.code, it]));

/** The words of a language; undefined if batch-sim writes no answers in this language. */
export function spoken(code: string): LanguageWords | undefined {
  return BY_CODE.get(code);
}

export const [english]: readonly [LanguageWords, ...LanguageWords[]] = languages;

/** The words that make up strings in standard formats, such as email addresses. */
export const formatWords: FormatWords = {
  words: pools["words"] ?? [],
  emails: pools["emails"] ?? [],
  colors: pools["colors"] ?? [],
  titles: pools["names"] ?? [],
  sentences: english.prose.subjects.flatMap((subject) =>
    english.prose.predicates.map((predicate) => `${subject} ${predicate}.`),
  ),
};

export type ReadWord = {
  /** The number of the word's concept; 0 if the word is unknown. */
  readonly meaning: number;
  readonly text: string;
  readonly end: number;
};

/** The words and known phrases of a label or an instruction, with their concepts. */
export function readWords(text: string, code?: string): ReadWord[] {
  const tables = code === undefined ? allTables() : [tableOf(code), ...allTables()];
  const read = unitsOf(text);
  const words: ReadWord[] = [];
  for (let start = 0; start < read.length; ) {
    if (foldedUnit(read.units[start] ?? 0) === 0) {
      start++;
      continue;
    }
    const matches = tables.map((table) => table.matchAt(read, start));
    const match = matches.find((it) => matchMeaning(it) > 0) ?? matches[0] ?? start + 1;
    const end = matchEnd(match);
    words.push({ meaning: matchMeaning(match), text: text.slice(start, end), end });
    start = end;
  }
  return words;
}

const LISTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(looks.lists).map(([list, text]) => [list, new Set(text.split(", "))]),
);

export function isIn(list: NameList, word: string): boolean {
  return LISTS.get(list)?.has(word) === true;
}

const patternsOf = new Map<keyof Descriptions, readonly RegExp[]>();

/** The meaning of the first matching pattern; patterns of abbreviations are case-sensitive. */
export function described<Kind extends keyof Descriptions>(
  kind: Kind,
  description: string,
): Descriptions[Kind][number][1] | undefined {
  if (description === "") return undefined;
  const { [kind]: all } = looks;
  const patterns = cached(patternsOf, kind, () =>
    all.map(([it]) => new RegExp(it, /[a-z]{3}/.test(it) ? "i" : "")),
  );
  return all[patterns.findIndex((it) => it.test(description))]?.[1];
}

const ALL = [...languages, ...others];
const CODES: ReadonlyMap<string, string> = new Map(
  ALL.flatMap(({ code, names }) => [code, ...names].map((name) => [name.toLowerCase(), code])),
);
const LOCALE: RegExp = /^([a-z]{2})[-_][a-z]{2,4}$/;

/** The ISO 639-1 code of a language, from its name, a code, or a locale such as `de-DE`. */
export function languageCode(name: string): string | undefined {
  const plain = name.trim().toLowerCase();
  return CODES.get(plain) ?? CODES.get(LOCALE.exec(plain)?.[1] ?? "");
}

/** The English name of a language; its code if the language is unknown. */
export function languageName(code: string): string {
  return ALL.find((language) => language.code === code)?.names[0] ?? code;
}
