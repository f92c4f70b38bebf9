import type { Draws, Subject } from "schema-values";
import { bareAmountsIn, type Money, moneyIn, numbersIn } from "../reading/amounts.ts";
import { codesIn } from "../reading/codes.ts";
import type { Detected } from "../reading/language.ts";
import type { Opinion } from "../reading/opinion.ts";
import { withPlainMoments } from "../reading/plain-moments.ts";
import type { Reader } from "../reading/reader.ts";
import { clocksIn, datesIn, digitRunsIn, type Placed, type Stated } from "../reading/stated.ts";
import { READ_CHARACTERS } from "../reading/units.ts";
import type { LanguageWords } from "../words/words.ts";

/** Two groups that can be parts of a code. Most inputs have no such groups. */
const GROUPED: RegExp = /[A-Z\d] (?:[A-Z]{0,2}\d|[A-Z](?![\p{L}\d]))/u;
const MAY_BE_BARE: RegExp = /\d[.,]\d\d(?!\d)/;

/** How a job's rows are written. */
export type Writing = {
  readonly reader: Reader;
  /** Variety of likely values, from 0 for none to 2 for the maximum; usually 1. */
  readonly heat: number;
  /** The language to write in; undefined for the input's language. */
  readonly language?: LanguageWords | undefined;
  /** The labels that the system prompt lists. */
  readonly labels?: readonly string[] | undefined;
};

/** An input as the subject of a row. It is read lazily: each part on first use. */
export class InputSubject implements Subject {
  readonly text: string;
  readonly heat: number;
  readonly labels: readonly string[] | undefined;
  readonly #writing: Writing;
  #plain: string | undefined;
  #lower: string | undefined;
  #language: LanguageWords | undefined;
  #detected: Detected | undefined;
  #opinion: Opinion | undefined;
  #ofText: readonly number[] | undefined;
  #digitRuns: readonly number[] | undefined;
  #money: readonly Stated<Money>[] | undefined;
  #numbers: readonly Stated<number>[] | undefined;
  #bare: readonly Stated<Money>[] | undefined;
  #spacedCodes: readonly Stated<string>[] | undefined;
  #codes: readonly Stated<string>[] | undefined;
  #dates: readonly Placed<string>[] | undefined;
  #clocks: readonly Placed<string>[] | undefined;

  constructor(text: string, writing: Writing) {
    this.text = text;
    this.heat = writing.heat;
    this.labels = writing.labels;
    this.#writing = writing;
  }

  /** The input with its dates and times of day in ISO form. */
  get plain(): string {
    this.#plain ??= withPlainMoments(this.text, this.textRuns, {
      months: this.#writing.reader.months,
      isMonthFirst: () => !this.isForeign,
    });
    return this.#plain;
  }

  /** The text in lowercase, with plain apostrophes. */
  get lower(): string {
    this.#lower ??= this.text.slice(0, READ_CHARACTERS).toLowerCase().replaceAll("’", "'");
    return this.#lower;
  }

  /** The language to write in; English if answers can't be written in the input's language. */
  get language(): LanguageWords {
    const { reader, language } = this.#writing;
    this.#language ??= language ?? reader.spoken(this.detected.code) ?? reader.english;
    return this.#language;
  }

  /** The input's language. */
  get detected(): Detected {
    this.#detected ??= this.#writing.reader.languageOf(this.text);
    return this.#detected;
  }

  /** The opinion that the input expresses. */
  get opinion(): Opinion {
    this.#opinion ??= this.#writing.reader.opinionOf(this.text, this.detected.code);
    return this.#opinion;
  }

  /** Positions where runs of digits start in the plain text. */
  get digitRuns(): readonly number[] {
    const { plain } = this;
    this.#digitRuns ??= plain === this.text ? this.textRuns : digitRunsIn(plain);
    return this.#digitRuns;
  }

  get textRuns(): readonly number[] {
    this.#ofText ??= digitRunsIn(this.text);
    return this.#ofText;
  }

  get money(): readonly Stated<Money>[] {
    this.#money ??= moneyIn(this.plain, this.digitRuns);
    return this.#money;
  }

  /** The amounts of money in the input. If none has a currency, numbers with two decimals count. */
  get amounts(): readonly Stated<Money>[] {
    const { money } = this;
    if (money.length > 0) return money;
    const text = this.plain.slice(0, READ_CHARACTERS);
    this.#bare ??= MAY_BE_BARE.test(text) ? bareAmountsIn(text, this.numbers) : money;
    return this.#bare;
  }

  /** The plain numbers in the input, also in words, and 0 for "no children". */
  get numbers(): readonly Stated<number>[] {
    if (this.#numbers === undefined) {
      const { code } = this.detected;
      const text = this.#writing.reader.withDigits(this.plain.slice(0, READ_CHARACTERS), code);
      this.#numbers = numbersIn(text, digitRunsIn(text));
    }
    return this.#numbers;
  }

  get codes(): readonly Stated<string>[] {
    this.#codes ??= codesIn(this.plain, this.digitRuns, false);
    return this.#codes;
  }

  /** The codes in the input, with all their groups: "WG 554 920 1". */
  get spacedCodes(): readonly Stated<string>[] {
    this.#spacedCodes ??= GROUPED.test(this.plain.slice(0, READ_CHARACTERS))
      ? codesIn(this.plain, this.digitRuns, true)
      : this.codes;
    return this.#spacedCodes;
  }

  get dates(): readonly Placed<string>[] {
    this.#dates ??= datesIn(this.plain, this.digitRuns);
    return this.#dates;
  }

  get clocks(): readonly Placed<string>[] {
    this.#clocks ??= clocksIn(this.plain, this.digitRuns);
    return this.#clocks;
  }

  /** Whether the input is certainly not in English. */
  get isForeign(): boolean {
    return this.detected.isSure && this.detected.code !== "en";
  }
}

/** Finds what an input states or suggests. */
export type Finder<Found> = (subject: InputSubject) => Found;

/** The subject as an InputSubject: the simulator passes no other kind to its lexicon. */
export function known(subject: Subject): InputSubject {
  if (!(subject instanceof InputSubject)) throw new TypeError("Expected an InputSubject.");
  return subject;
}

/** Caches the last subject's result, because all items of a row's lists need this result. */
export function perSubject<Found>(find: Finder<Found>): (subject: Subject) => Found {
  let last: Subject | undefined;
  let found: Found;
  return (subject) => {
    if (subject !== last) {
      found = find(known(subject));
      last = subject;
    }
    return found;
  };
}

/** The language in which a value is written. */
export function languageOf({ subject }: Pick<Draws, "subject">, reader: Reader): LanguageWords {
  return subject === undefined ? reader.english : known(subject).language;
}
