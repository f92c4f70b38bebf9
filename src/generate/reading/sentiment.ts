import { CONCEPT_NUMBERS as C } from "../vocabulary/vocabulary.ts";
import type { Word, WordList } from "../vocabulary/word-list.ts";
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

/** The opinion that an input in the language with this number expresses, by its words. */
export function sentimentOf(list: WordList, language: number): Sentiment {
  const { words } = list.readTo(TELLING_CHARACTERS);
  const tally: Tally = { good: 0, bad: 0, plain: 0 };
  let not: Word | undefined;
  let read = 0;
  for (const word of words) {
    if (word.start < read) continue;
    const { entry, end } = list.matchAt(word);
    const concept = entry?.concepts[language] ?? 0;
    if (concept === 0) continue;
    read = end;
    const weight = WEIGHTS[concept];
    if (weight !== undefined) {
      const isReversed =
        not !== undefined &&
        word.place <= not.place + REACH &&
        !END.test(list.text.slice(not.end, word.start));
      weigh(tally, weight, isReversed);
      if (isReversed) not = undefined;
    } else if (concept === C.not || concept === C.no) not = word;
    else if (concept === C.plain || concept === C.mixed) tally.plain++;
    else if (concept === C.but) {
      tally.good *= BEFORE_BUT;
      tally.bad *= BEFORE_BUT;
    }
  }
  return judged(tally);
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
