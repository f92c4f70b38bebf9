import type { FormatWords } from "schema-values";
import { Vocabulary } from "../vocabulary/vocabulary.ts";
import { WordList } from "../vocabulary/word-list.ts";
import type { LanguageWords, Words } from "../words/words.ts";
import { LanguageDetector } from "./detect-language.ts";
import { SentimentJudge } from "./sentiment.ts";

/** What texts are read with, prepared with the first of them. */
export type ReaderTools = {
  readonly vocabulary: Vocabulary;
  readonly detector: LanguageDetector;
  readonly sentimentJudge: SentimentJudge;
};

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
  #tools: ReaderTools | undefined;

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

  /** The detector and the judge have one list: what is read for the language is not read again for the sentiment. */
  get tools(): ReaderTools {
    if (this.#tools !== undefined) return this.#tools;
    const vocabulary = new Vocabulary(this.words);
    const beginning = new WordList(vocabulary, BEGINNING);
    this.#tools = {
      vocabulary,
      detector: new LanguageDetector(this.words, vocabulary, beginning),
      sentimentJudge: new SentimentJudge(vocabulary, beginning),
    };
    return this.#tools;
  }

  /** The words of a label or an instruction. */
  wordsOf(text: string): WordList {
    return new WordList(this.tools.vocabulary, 8 * Math.ceil(text.length / 8)).read(
      text,
      text.length,
    );
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

/** Maximum number of characters that are read word by word. */
const BEGINNING = 400;
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
