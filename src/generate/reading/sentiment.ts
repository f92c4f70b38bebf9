import { CONCEPT_NUMBERS as C, type Vocabulary } from "../vocabulary/vocabulary.ts";
import type { WordList } from "../vocabulary/word-list.ts";
import type { Tone } from "../words/words.ts";

/** The opinion that a string expresses. */
export type Sentiment = {
  /** From -1 (very bad) to 1 (very good); 0 if it is balanced, or there is none. */
  readonly value: number;
  readonly tone: Tone;
  readonly isMixed: boolean;
  /** Whether the text has any words for opinions. */
  readonly isKnown: boolean;
};

type Tally = { good: number; bad: number; plain: number };

const WEIGHTS: { readonly [concept: number]: number } = {
  [C.great]: 2,
  [C.good]: 1,
  [C.bad]: -1,
  [C.awful]: -2,
};
/** The opinion of nearly every text shows in its beginning. */
const TELLING_CHARACTERS = 280;
/** Number of words that a "not" can reverse. */
const REACH = 3;
/** How much of what precedes a "but" counts. */
const BEFORE_BUT = 0.6;
/** An opinion with this much more weight on one side is as strong as possible. */
const STRONGEST = 3;
const WEAKEST = 0.45;
/** If one side outweighs the other by less than this share, the opinion is mixed. */
const CLEAR_SHARE = 0.4;
const END: RegExp = /[.!?;,]/;

/** Judges the opinions of strings by their words. */
export class SentimentJudge {
  readonly #vocabulary: Vocabulary;
  readonly #words: WordList;

  constructor(vocabulary: Vocabulary, words: WordList) {
    this.#vocabulary = vocabulary;
    this.#words = words;
  }

  /** The opinion of a string in a language. */
  judge(text: string, language: string): Sentiment {
    const words = this.#words.read(text, TELLING_CHARACTERS);
    const place = Math.max(0, this.#vocabulary.languages.indexOf(language));
    const tally: Tally = { good: 0, bad: 0, plain: 0 };
    let reversedUntil = -1;
    for (let at = 0; at < words.length; at++) {
      if (words.entry(at) === 0) continue;
      const { entry, length } = words.matchAt(at);
      const concept = this.#vocabulary.conceptOf(entry, place);
      if (concept === 0) continue;
      const weight = WEIGHTS[concept];
      if (weight !== undefined) {
        const isReversed =
          at <= reversedUntil && !this.#endsBetween(text, reversedUntil - REACH, at);
        weigh(tally, weight, isReversed);
        if (isReversed) reversedUntil = -1;
      } else if (concept === C.not || concept === C.no) reversedUntil = at + REACH;
      else if (concept === C.plain || concept === C.mixed) tally.plain++;
      else if (concept === C.but) {
        tally.good *= BEFORE_BUT;
        tally.bad *= BEFORE_BUT;
      }
      at += length - 1;
    }
    return judged(tally);
  }

  /** Whether a sentence or a clause ends between two words. */
  #endsBetween(text: string, from: number, to: number): boolean {
    return END.test(text.slice(this.#words.end(Math.max(0, from)), this.#words.start(to)));
  }
}

function weigh(tally: Tally, weight: number, isReversed: boolean): void {
  // "Not bad" is faint praise.
  const value = isReversed ? (weight > 0 ? -weight : -weight * BEFORE_BUT) : weight;
  if (value > 0) tally.good += value;
  else tally.bad -= value;
}

function judged({ good, bad, plain }: Tally): Sentiment {
  const total = good + bad;
  const lead = good - bad;
  const isKnown = total + plain > 0;
  const isMixed = good > 0 && bad > 0 && Math.abs(lead) < total * CLEAR_SHARE;
  if (total === 0 || isMixed || plain >= Math.abs(lead))
    return { value: 0, tone: "plain", isMixed: good > 0 && bad > 0, isKnown };
  const strength = WEAKEST + (1 - WEAKEST) * Math.min(1, Math.abs(lead) / STRONGEST);
  const tone = lead > 0 ? "good" : "bad";
  return { value: Math.sign(lead) * strength, tone, isMixed: false, isKnown };
}
