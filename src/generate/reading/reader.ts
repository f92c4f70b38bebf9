import { cached, type FormatWords } from "schema-values";
import type { Descriptions, LanguageWords, NameList, Words } from "../words/words.ts";
import { LanguageDetector } from "./language.ts";
import { type Opinion, opinionIn } from "./opinion.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";
import { type ReadWord, readWords } from "./word-table.ts";

/** Reads inputs, with all words of all languages. */
export class Reader {
  readonly words: Words;
  readonly english: LanguageWords;
  /** Small numbers by their names in all languages, in lowercase. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The words that strings in standard formats contain. */
  readonly formatWords: FormatWords;
  /** English words, each with its translations. */
  readonly translations: readonly (readonly [word: string, translated: string])[];
  readonly #spoken: ReadonlyMap<string, LanguageWords>;
  readonly #codes = new Map<string, string>();
  readonly #lists: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #patterns = new Map<keyof Descriptions, readonly RegExp[]>();
  readonly #vocabulary: Vocabulary;
  #detector: LanguageDetector | undefined;

  constructor(words: Words) {
    this.words = words;
    this.#vocabulary = createVocabulary(words);
    this.#spoken = new Map(words.languages.map((language) => [language.code, language]));
    const [english] = words.languages;
    if (english === undefined) throw new RangeError("Expected words in English.");
    this.english = english;
    this.numbers = new Map(
      words.languages.flatMap(({ words: { numbers } }) =>
        (numbers?.split(" ") ?? []).map((word, value): [string, number] => [word, value]),
      ),
    );
    this.#lists = new Map(
      Object.entries(words.looks.lists).map(([list, text]) => [list, new Set(text.split(", "))]),
    );
    this.translations = Object.entries(words.looks.translations);
    const { words: plain = [], emails = [], colors = [], names: titles = [] } = words.pools;
    const sentences = english.prose.subjects.flatMap((subject) =>
      english.prose.predicates.map((predicate) => `${subject} ${predicate}.`),
    );
    this.formatWords = { words: plain, emails, colors, titles, sentences };
    for (const { code, names } of [...words.languages, ...words.others])
      for (const name of [code, ...names]) this.#codes.set(name.toLowerCase(), code);
  }

  /** The words and known phrases of a label or an instruction, with their concepts. */
  wordsOf(text: string, code?: string): ReadWord[] {
    const tables = this.#vocabulary.allTables();
    if (code !== undefined) tables.unshift(this.#vocabulary.tableOf(code));
    return readWords(text, tables);
  }

  isIn(list: NameList, word: string): boolean {
    return this.#lists.get(list)?.has(word) === true;
  }

  /** The meaning of the first matching pattern; patterns of abbreviations are case-sensitive. */
  described<Kind extends keyof Descriptions>(
    kind: Kind,
    description: string,
  ): Descriptions[Kind][number][1] | undefined {
    if (description === "") return undefined;
    const { [kind]: all } = this.words.looks;
    const patterns = cached(this.#patterns, kind, () =>
      all.map(([it]) => new RegExp(it, /[a-z]{3}/.test(it) ? "i" : "")),
    );
    return all[patterns.findIndex((it) => it.test(description))]?.[1];
  }

  /** The ISO 639-1 code of a string's language; English if nothing shows another language. */
  languageOf(text: string): string {
    this.#detector ??= new LanguageDetector(this.words, this.#vocabulary);
    return this.#detector.detect(text);
  }

  opinionOf(text: string, code: string): Opinion {
    return opinionIn(text, this.#vocabulary.opinionsOf(code));
  }

  /** The words of a language; undefined if answers are not written in it. */
  spoken(code: string): LanguageWords | undefined {
    return this.#spoken.get(code);
  }

  /** The ISO 639-1 code of a language, from its name, a code, or a locale such as `de-DE`. */
  languageCode(name: string): string | undefined {
    const plain = name.trim().toLowerCase();
    return this.#codes.get(plain) ?? this.#codes.get(LOCALE.exec(plain)?.[1] ?? "");
  }

  /** The English name of a language, or its code. */
  languageName(code: string): string {
    const all = [...this.words.languages, ...this.words.others];
    return all.find((language) => language.code === code)?.names[0] ?? code;
  }
}

const LOCALE: RegExp = /^([a-z]{2})[-_][a-z]{2,4}$/;
