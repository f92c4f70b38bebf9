import type { FormatWords } from "schema-values";
import { Vocabulary } from "../vocabulary/vocabulary.ts";
import { WordList } from "../vocabulary/word-list.ts";
import type { LanguageWords, Words } from "../words/words.ts";
import { type Detected, LanguageDetector } from "./detect-language.ts";
import { type Sentiment, sentimentOf } from "./sentiment.ts";

/** Reads inputs, with all words of all languages. */
export class Reader {
  readonly words: Words;
  readonly english: LanguageWords;
  /** Small numbers by their names in all languages, in lowercase. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The words that strings in standard formats contain. */
  readonly formatWords: FormatWords;
  readonly #spoken: ReadonlyMap<string, LanguageWords>;
  readonly #codes = new Map<string, string>();
  #vocabulary: Vocabulary | undefined;
  #detector: LanguageDetector | undefined;

  constructor(words: Words) {
    this.words = words;
    this.#spoken = new Map(words.languages.map((language) => [language.code, language]));
    const [english] = words.languages;
    if (english === undefined) throw new RangeError("Expected words in English.");
    this.english = english;
    this.numbers = numbersIn(words);
    this.formatWords = formatWordsOf(words, english);
    for (const { code, names } of [...words.languages, ...words.others])
      for (const name of [code, ...names]) this.#codes.set(name.toLowerCase(), code);
  }

  /** An input's known words, none of which have been read. */
  wordsIn(text: string, hasUnknown = false): WordList {
    this.#vocabulary ??= new Vocabulary(this.words);
    return new WordList(text, this.#vocabulary, hasUnknown);
  }

  /** All words of a label or an instruction. */
  wordsOf(text: string): WordList {
    return this.wordsIn(text, true).readTo(text.length);
  }

  languageOf(words: WordList): Detected {
    this.#vocabulary ??= new Vocabulary(this.words);
    this.#detector ??= new LanguageDetector(this.words, this.#vocabulary);
    return this.#detector.detect(words);
  }

  sentimentOf(words: WordList, language: string): Sentiment {
    return sentimentOf(words, this.numberOf(language));
  }

  /** The number of a language in the vocabulary; that of English if it has none. */
  numberOf(language: string): number {
    return Math.max(0, this.#vocabulary?.languages.indexOf(language) ?? 0);
  }

  /** The words of a language; undefined if answers are not written in it. */
  spoken(code: string): LanguageWords | undefined {
    return this.#spoken.get(code);
  }

  /** The ISO 639-1 code of a language, from its name, one of its codes, or a locale such as `de-DE`. */
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

function numbersIn({ languages }: Words): Map<string, number> {
  return new Map(
    languages.flatMap(({ words: { numbers } }) =>
      (numbers?.split(" ") ?? []).map((word, value): [string, number] => [word, value]),
    ),
  );
}

function formatWordsOf({ pools }: Words, { prose }: LanguageWords): FormatWords {
  const { words = [], emails = [], colors = [], names = [] } = pools;
  const sentences = prose.subjects.flatMap((subject) =>
    prose.predicates.map((predicate) => `${subject} ${predicate}.`),
  );
  return { words, emails, colors, titles: names, sentences };
}
