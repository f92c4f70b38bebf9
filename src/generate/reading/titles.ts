import type { Rng } from "../../core/rng.ts";
import { LANGUAGES } from "../languages/languages.ts";
import { capitalize } from "../lexicon/capitalize.ts";
import type { Topics } from "../text/topics.ts";
import { type Quote, splitClauses } from "./quotes.ts";

/** The words of a clause. */
export type Clause = readonly string[];

const CONJUNCTION: RegExp =
  /^(?:and|but|or|so|because|und|aber|oder|weil|et|mais|ou|y|e|pero|o|ma|però|mas|en|maar|of) /iu;
/** Words without which a title would say the opposite. */
const NEGATION: RegExp =
  /^(?:no|not|never|nicht|kein\p{L}*|nie|mehr|pas|plus|jamais|non|mai|não|nunca|niet|geen|nooit)$/iu;
/** Clauses with fewer words, or fewer characters in a script without spaces, say too little. */
const FEWEST_WORDS = 4;
const FEWEST_KEPT = 3;
const FEWEST_CHARACTERS = 4;
/** A function word that is too short for the list, or an adjective before its noun. */
const SHORT: RegExp = /^(?:\p{Ll}{1,2}|\p{Ll}+ed)$/u;
/** Titles have at most this many words, or a few less. */
const WORDS = { least: 6, most: 9 };

/** The clauses of an input's sentences, without quotation marks and conjunctions, each as its words. */
export function clausesIn(text: string, quotes: readonly Quote[]): readonly Clause[] {
  const clauses: Clause[] = [];
  for (const quote of quotes)
    for (const clause of splitClauses(text, quote)) {
      if (!/[\p{L}\p{N}]/u.test(clause)) continue;
      const words = withoutConjunction(clause.replace(/["“”„«»()]/g, "").trim());
      clauses.push(words.split(/\s+/));
    }
  return clauses;
}

/** A clause without the conjunction that joins it to the one before. */
export function withoutConjunction(clause: string): string {
  return clause.replace(CONJUNCTION, "");
}

/** The clauses that can be the start of a title; the longest one if all are short. */
export function titleWords(clauses: readonly Clause[]): readonly Clause[] {
  const long = clauses.filter(
    (words) =>
      words.length >= FEWEST_WORDS ||
      (words.join("").length >= FEWEST_CHARACTERS && isUnspaced(words)),
  );
  if (long.length > 0) return long;
  const [longest = []] = [...clauses].sort((a, b) => b.length - a.length);
  return [longest];
}

/** Whether words are Chinese or Japanese. */
function isUnspaced(words: Clause): boolean {
  return /[\u3041-\u9fff]/.test(words[0] ?? "");
}

/** A title from one of the clauses: its first words, up to one that says something. */
export function titleOf(clauses: readonly Clause[], rng: Rng, { language }: Topics): string {
  const clause = rng.pick(clauses);
  const words = clause.slice(0, rng.between(WORDS.least, WORDS.most));
  if (words.length === clause.length) return capitalize(words.join(" "));
  const { stopWords } = LANGUAGES[language];
  const mayEnd = (word = ""): boolean => NEGATION.test(word) || !stopWords.has(word.toLowerCase());
  while (words.length > FEWEST_KEPT && (!mayEnd(words.at(-1)) || SHORT.test(words.at(-1) ?? "")))
    words.pop();
  return capitalize(words.join(" "));
}
