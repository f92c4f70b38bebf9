import type { Draws, Subject } from "schema-values";
import { languageOf } from "../reading/language.ts";
import { type Opinion, opinionOf } from "../reading/opinion.ts";
import * as reader from "../reading/reader.ts";
import { lastCached } from "../reading/stated.ts";
import type { LanguageWords } from "../words/words.ts";

/** Settings for writing a job's rows. */
export type Writing = {
  /** Variety of values, from 0 (none) to 2 (maximum); usually 1. */
  readonly heat: number;
  /** The language to write in; undefined for the input's language. */
  readonly language?: LanguageWords | undefined;
  /** The labels that the system prompt lists. */
  readonly labels?: readonly string[] | undefined;
};

/** The input that a row is about. Its language and opinion are determined on first use. */
export class InputSubject implements Subject {
  readonly text: string;
  readonly heat: number;
  readonly labels: readonly string[] | undefined;
  #language: LanguageWords | undefined;
  #opinion: Opinion | undefined;

  constructor(text: string, writing: Writing) {
    this.text = text;
    this.heat = writing.heat;
    this.labels = writing.labels;
    this.#language = writing.language;
  }

  /** The language to write in; English if answers can't be written in the input's language. */
  get language(): LanguageWords {
    this.#language ??= reader.spoken(this.languageCode) ?? reader.english;
    return this.#language;
  }

  /** The ISO 639-1 code of the input's language; English if nothing shows another language. */
  get languageCode(): string {
    return languageOf(this.text);
  }

  get opinion(): Opinion {
    this.#opinion ??= opinionOf(this.text, this.languageCode);
    return this.#opinion;
  }
}

/** Finds what an input states or suggests. */
export type Finder<Found> = (subject: InputSubject) => Found;

/** Casts a subject to InputSubject, the only kind that the simulator passes to its lexicon. */
export function known(subject: Subject): InputSubject {
  if (!(subject instanceof InputSubject)) throw new TypeError("Expected an InputSubject.");
  return subject;
}

/** Caches the last subject's result, because all items of a row's lists need the same result. */
export function perSubject<Found>(find: Finder<Found>): (subject: Subject) => Found {
  return lastCached((subject) => find(known(subject)));
}

/** The language in which to write a value; English if there is no subject. */
export function languageFor({ subject }: Pick<Draws, "subject">): LanguageWords {
  return subject === undefined ? reader.english : known(subject).language;
}
