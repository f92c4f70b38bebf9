import type { Draws, Subject } from "schema-values";
import type { InputReading, Reader } from "../reading/reading.ts";
import type { LanguageWords } from "../words/words.ts";

/** How a job's rows are written. */
export type Writing = {
  readonly reader: Reader;
  /** How much likely values vary: 0 not at all, 1 as usual, 2 as much as possible. */
  readonly heat: number;
  /** The language to write in; undefined for that of the input. */
  readonly language?: LanguageWords | undefined;
  /** The labels that the system prompt lists. */
  readonly labels?: readonly string[] | undefined;
};

/** An input as the subject of a row. It is read only as far as the row needs. */
export class InputSubject implements Subject {
  readonly text: string;
  readonly heat: number;
  readonly labels: readonly string[] | undefined;
  readonly #writing: Writing;
  #reading: InputReading | undefined;

  constructor(text: string, writing: Writing) {
    this.text = text;
    this.heat = writing.heat;
    this.labels = writing.labels;
    this.#writing = writing;
  }

  get reading(): InputReading {
    this.#reading ??= this.#writing.reader.read(this.text);
    return this.#reading;
  }

  /** The language to write in; English if answers are not written in the input's. */
  get language(): LanguageWords {
    const { reader, language } = this.#writing;
    return language ?? reader.spoken(this.reading.language.code) ?? reader.english;
  }
}

/** The simulator gives its lexicon only subjects of its own. */
export function known(subject: Subject): InputSubject {
  if (!(subject instanceof InputSubject)) throw new TypeError("Expected an InputSubject.");
  return subject;
}

/** The language in which a value is written. */
export function languageOf({ subject }: Pick<Draws, "subject">, reader: Reader): LanguageWords {
  return subject === undefined ? reader.english : known(subject).language;
}
