import { commonDivisor } from "schema-values";
import { oncePer } from "../../core/once-per.ts";
import type { Rng } from "../../core/rng.ts";
import type { LanguageWords } from "../words/words.ts";

/** A string and its length in UTF-8 bytes, because adding lengths is faster than counting bytes. */
type Phrase = { readonly text: string; readonly bytes: number };

/** A language's phrases, prepared once; `space` separates sentences. */
export const phrasesOf = oncePer(({ prose, space = " " }: LanguageWords) => {
  const stop = space === "" ? "。" : ".";
  const phrases = (texts: readonly string[], end = ""): readonly Phrase[] =>
    texts.map((text) => ({ text: text + end, bytes: Buffer.byteLength(text + end) }));
  return {
    space,
    openings: phrases(prose.openings),
    // Subjects include the space after them; predicates include the period.
    subjects: phrases(prose.subjects, space),
    predicates: phrases(prose.predicates, stop),
    advice: phrases(prose.advice),
  };
});

/** On average, one in this many sentences gives advice. */
const ADVICE = 6;
const NOTHING: Phrase = { text: "", bytes: 0 };

/** Writes sentences in a language. Adjacent sentences begin and end differently. */
export class SentenceWriter {
  readonly #rng: Rng;
  readonly #phrases: ReturnType<typeof phrasesOf>;
  readonly #subjects: Round;
  readonly #predicates: Round;
  #advice: Round | undefined;

  constructor(rng: Rng, language: LanguageWords) {
    this.#rng = rng;
    this.#phrases = phrasesOf(language);
    this.#subjects = new Round(rng, this.#phrases.subjects);
    this.#predicates = new Round(rng, this.#phrases.predicates);
  }

  /** A statement or, less often, advice. */
  next(): Phrase {
    if (this.#rng.below(ADVICE) !== 0) return this.state();
    this.#advice ??= new Round(this.#rng, this.#phrases.advice);
    return this.#advice.next();
  }

  /** A statement: a subject and a predicate. */
  state(): Phrase {
    const subject = this.#subjects.next();
    const predicate = this.#predicates.next();
    return { text: subject.text + predicate.text, bytes: subject.bytes + predicate.bytes };
  }
}

/** Returns all phrases in turn, with a random start and a random step. */
class Round {
  readonly #phrases: readonly Phrase[];
  readonly #step: number;
  #place: number;

  constructor(rng: Rng, phrases: readonly Phrase[]) {
    this.#phrases = phrases;
    this.#place = rng.below(phrases.length);
    this.#step = rng.pick(stepsOf(phrases));
  }

  next(): Phrase {
    this.#place = (this.#place + this.#step) % this.#phrases.length;
    return this.#phrases[this.#place] ?? NOTHING;
  }
}

/** Step sizes that visit every item of a list before visiting one again. */
const stepsOf = oncePer((list: readonly Phrase[]): readonly number[] =>
  [...list.keys()].filter((step) => commonDivisor(step, list.length) === 1),
);
