import type { FormatWords } from "schema-values";
import { READ_CHARACTERS, type Tokens, tokenize } from "../vocabulary/tokenize.ts";
import { Vocabulary } from "../vocabulary/vocabulary.ts";
import type { LanguageWords, Words } from "../words/words.ts";
import { type Detected, eastAsianLanguage, LanguageDetector } from "./detect-language.ts";
import { type Sentiment, sentimentOf } from "./sentiment.ts";
import { codesIn, datesIn, digitRunsIn, type Money, moneyIn, type Stated } from "./stated.ts";

/** Reads inputs. Prepared once for a set of words; what only some inputs need is prepared with the first of them. */
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

  get vocabulary(): Vocabulary {
    this.#vocabulary ??= new Vocabulary(this.words);
    return this.#vocabulary;
  }

  get detector(): LanguageDetector {
    this.#detector ??= new LanguageDetector(this.words, this.vocabulary);
    return this.#detector;
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

  read(text: string): InputReading {
    return new InputReading(text, this);
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

/** The language of nearly every text shows in its beginning. */
const TELLING_CHARACTERS = 120;
const OPINION_CHARACTERS = 600;
/** In such a short string, every word counts. */
const SHORT_TEXT = 60;

/** What an input says about itself. Each part is found when it is first asked for. */
export class InputReading {
  readonly text: string;
  readonly reader: Reader;
  #tokens: Tokens | undefined;
  #detected: Detected | undefined;
  #sentiment: Sentiment | undefined;
  #lower: string | undefined;
  #digitRuns: readonly number[] | undefined;
  #money: readonly Stated<Money>[] | undefined;
  #codes: readonly Stated<string>[] | undefined;
  #dates: readonly Stated<string>[] | undefined;

  constructor(text: string, reader: Reader) {
    this.text = text;
    this.reader = reader;
  }

  /** The words of the beginning, which shows the opinion of nearly every text. */
  get tokens(): Tokens {
    this.#tokens ??= tokenize(this.text, this.reader.vocabulary, { most: OPINION_CHARACTERS });
    return this.#tokens;
  }

  get language(): Detected {
    this.#detected ??= this.#detect();
    return this.#detected;
  }

  #detect(): Detected {
    const { detector, vocabulary } = this.reader;
    const start = this.text.slice(0, TELLING_CHARACTERS);
    const eastAsian = eastAsianLanguage(start);
    if (eastAsian !== undefined) return eastAsian;
    return detector.detect(
      start,
      this.#tokens ?? tokenize(start, vocabulary, { hasStems: start.length <= SHORT_TEXT }),
    );
  }

  get sentiment(): Sentiment {
    this.#sentiment ??= sentimentOf(this.text, this.tokens, {
      vocabulary: this.reader.vocabulary,
      language: this.language.code,
    });
    return this.#sentiment;
  }

  /** The part that is read, in lowercase. */
  get lower(): string {
    this.#lower ??= this.text.slice(0, READ_CHARACTERS).toLowerCase();
    return this.#lower;
  }

  /** Where runs of digits start. */
  get digitRuns(): readonly number[] {
    this.#digitRuns ??= digitRunsIn(this.text);
    return this.#digitRuns;
  }

  get money(): readonly Stated<Money>[] {
    this.#money ??= moneyIn(this.text, this.digitRuns);
    return this.#money;
  }

  get codes(): readonly Stated<string>[] {
    this.#codes ??= codesIn(this.text, this.digitRuns);
    return this.#codes;
  }

  get dates(): readonly Stated<string>[] {
    this.#dates ??= datesIn(this.text, this.digitRuns);
    return this.#dates;
  }
}
