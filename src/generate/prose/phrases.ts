import { oncePer } from "../../core/once-per.ts";
import type { Rng } from "../../core/rng.ts";
import type { LanguageWords } from "../words/words.ts";

/** A string and its number of UTF-8 bytes: counting those of a long text takes longer than adding a few. */
type Phrase = { readonly text: string; readonly bytes: number };

/** A language's sentences, prepared for writing. */
type Phrases = {
  /** The separator of two sentences. */
  readonly space: string;
  readonly openings: readonly Phrase[];
  /** Starts of sentences, with the space after them. */
  readonly subjects: readonly Phrase[];
  /** Ends of sentences. */
  readonly predicates: readonly Phrase[];
  readonly advice: readonly Phrase[];
};

/** Steps that lead to all places of a round before any repeats, by the number of places. */
const steps = new Map<number, readonly number[]>();

/** The phrases of a language, which are prepared once. */
export const phrasesOf: (language: LanguageWords) => Phrases = oncePer((language) => {
  const { prose, space = " " } = language;
  const stop = space === "" ? "。" : ".";
  return {
    space,
    openings: prose.openings.map(phrase),
    subjects: prose.subjects.map((text) => phrase(text + space)),
    predicates: prose.predicates.map((text) => phrase(text + stop)),
    advice: prose.advice.map(phrase),
  };
});

function phrase(text: string): Phrase {
  return { text, bytes: Buffer.byteLength(text) };
}

/** One in this many sentences says what to do. */
const ADVICE = 6;

/** Writes sentences in a language. Many of them differ, and adjacent ones begin and end differently. */
export class SentenceWriter {
  readonly #rng: Rng;
  readonly #phrases: Phrases;
  readonly #subjects: Round;
  readonly #predicates: Round;
  #advice: Round | undefined;

  constructor(rng: Rng, language: LanguageWords) {
    this.#rng = rng;
    this.#phrases = phrasesOf(language);
    const { subjects, predicates } = this.#phrases;
    this.#subjects = new Round(rng, subjects.length);
    this.#predicates = new Round(rng, predicates.length);
  }

  /** A sentence that others can precede. */
  next(): Phrase {
    if (this.#rng.below(ADVICE) !== 0) return this.state();
    const { advice } = this.#phrases;
    this.#advice ??= new Round(this.#rng, advice.length);
    return advice[this.#advice.next()] ?? NOTHING;
  }

  /** A sentence that says how something is. */
  state(): Phrase {
    const subject = this.#phrases.subjects[this.#subjects.next()] ?? NOTHING;
    const predicate = this.#phrases.predicates[this.#predicates.next()] ?? NOTHING;
    return { text: subject.text + predicate.text, bytes: subject.bytes + predicate.bytes };
  }
}

const NOTHING: Phrase = { text: "", bytes: 0 };

/** Visits all places from a random one on. */
class Round {
  readonly #count: number;
  readonly #step: number;
  #place: number;

  constructor(rng: Rng, count: number) {
    this.#count = count;
    this.#place = rng.below(count);
    this.#step = rng.pick(stepsOf(count));
  }

  next(): number {
    this.#place = (this.#place + this.#step) % this.#count;
    return this.#place;
  }
}

function stepsOf(count: number): readonly number[] {
  const found = steps.get(count);
  if (found !== undefined) return found;
  const all = Array.from({ length: count }, (_, step) => step);
  const made = all.filter((step) => greatestDivisor(step, count) === 1);
  steps.set(count, made);
  return made;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}
