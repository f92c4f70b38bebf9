import { CONCEPTS, type Concept } from "../words/words.ts";
import { isUnspaced, unitsOf } from "./units.ts";
import { CONCEPT_NUMBERS as C, opinionsOf } from "./vocabulary.ts";
import { matchEnd, matchMeaning } from "./word-table.ts";

/** Opinions that a string can express, each with a score from -1 to 1; `none` means no opinion. */
export const OPINIONS = {
  great: 1,
  good: 0.6,
  plain: 0,
  mixed: 0,
  bad: -0.6,
  awful: -1,
  none: 0,
} as const;

export type Opinion = keyof typeof OPINIONS;

const WEIGHT_OF: { readonly [concept in Concept]?: number } = {
  great: 2,
  good: 1,
  bad: -1,
  awful: -2,
};
/** Indexed by the concept's number. */
const WEIGHTS: readonly number[] = [0, ...CONCEPTS.map((concept) => WEIGHT_OF[concept] ?? 0)];
/** Number of characters to read. Nearly every text expresses its opinion at the beginning. */
const TELLING_CHARACTERS = 280;
/** A "not" reverses an opinion that begins within this many characters: about three words. */
const REACH = { spaced: 20, unspaced: 3 };
/** Factor that weakens opinions before "but", and the opinion "not bad". */
const FAINT = 0.6;
/** Minimum lead of one side that makes an opinion strong. */
const STRONG = 2;
/** If one side's lead is less than this share of the total weight, the opinion is mixed. */
const CLEAR_SHARE = 0.4;
const END: RegExp = /[.!?;,]/;

/** The opinion that an input expresses in the language with this ISO 639-1 code. */
export function opinionOf(text: string, code: string): Opinion {
  const table = opinionsOf(code);
  const read = unitsOf(text);
  const until = Math.min(read.length, TELLING_CHARACTERS);
  let [good, bad, plain] = [0, 0, 0];
  // The end of the last "not", and the last index at which this "not" reverses an opinion.
  let [not, reach] = [0, -1];
  for (let i = table.nextFrom(read, 0, until); i < until; ) {
    const match = table.matchAt(read, i);
    const end = matchEnd(match);
    const concept = matchMeaning(match);
    const weight = WEIGHTS[concept] ?? 0;
    if (weight !== 0) {
      const isReversed = i <= reach && !END.test(text.slice(not, i));
      const value = isReversed ? (weight > 0 ? -weight : -weight * FAINT) : weight;
      if (value > 0) good += value;
      else bad -= value;
      if (isReversed) reach = -1;
    } else if (concept === C.not || concept === C.no)
      [not, reach] = [end, end + (isUnspaced(read.units[i] ?? 0) ? REACH.unspaced : REACH.spaced)];
    else if (concept === C.plain || concept === C.mixed) plain++;
    else if (concept === C.but) {
      good *= FAINT;
      bad *= FAINT;
    }
    i = table.nextFrom(read, end, until);
  }
  return judged(good, bad, plain);
}

function judged(good: number, bad: number, plain: number): Opinion {
  const total = good + bad;
  const lead = Math.abs(good - bad);
  if (total + plain === 0) return "none";
  if (good > 0 && bad > 0 && (lead < total * CLEAR_SHARE || plain >= lead)) return "mixed";
  if (plain >= lead) return "plain";
  if (good > bad) return lead >= STRONG ? "great" : "good";
  return lead >= STRONG ? "awful" : "bad";
}
