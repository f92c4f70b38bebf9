import type { Rng } from "../../core/rng.ts";
import { capitalize } from "../lexicon/capitalize.ts";
import { ENDS } from "../text/endings.ts";
import type { InputReading } from "./input-reading.ts";
import type { Quote } from "./quotes.ts";
import { withoutConjunction } from "./titles.ts";

/** The end of a clause that was cut out of a sentence. */
const CLAUSE_END: RegExp = /[,;:，；、]$/u;
const ENDED: RegExp = /[.!?…。！？]["'”’»」)]*$/u;
const QUESTION: RegExp = /[?？]["'”’»」)]*$/u;
/** The last line of a letter. */
const SIGN_OFF: RegExp =
  /^(?:(?:best|kind|warm) (?:regards|wishes)|regards|sincerely|thanks|(?:viele|liebe|beste|freundliche|mit freundlichen) grüße|gruß|cordialement|bien à vous|un saludo|saludos|cordiali saluti|cumprimentos|groeten|met vriendelijke groet)/iu;
/** Shorter passages say too little, if others say more. */
const FEWEST_CHARACTERS = 7;
const SHARE_WITH_MORE = 0.5;

/** One or two sentences in order, or a clause of the only one; undefined if none fits. */
export function excerptOf(reading: InputReading, most: number, rng: Rng): string | undefined {
  const { isUnspaced } = reading;
  const passages = tellingPassages(reading, most);
  const [only] = passages;
  if (only === undefined) return undefined;
  const withMore = rng.chance(SHARE_WITH_MORE);
  if (passages.length === 1) {
    const passage = withMore && !isUnspaced ? clauseOf(only, reading, rng) : only.text;
    return sentenceOf(passage, isUnspaced);
  }
  const start = rng.below(passages.length);
  const first = sentenceOf((passages[start] ?? only).text, isUnspaced);
  const next = passages[start + 1];
  if (next === undefined || !withMore) return first;
  const both = first + (isUnspaced ? "" : " ") + sentenceOf(next.text, isUnspaced);
  return both.length <= most ? both : first;
}

/** The passages with at most this many characters that say enough by themselves; all of these if none does. */
function tellingPassages({ quotes, isUnspaced }: InputReading, most: number): readonly Quote[] {
  const fitting = quotes.filter(({ text }) => text.length <= most && HAS_LETTER.test(text));
  const telling = fitting.filter(({ text }) => isTelling(text, isUnspaced) && !SIGN_OFF.test(text));
  return telling.length > 0 ? telling : fitting;
}

const HAS_LETTER: RegExp = /\p{L}/u;
const FOUR_WORDS: RegExp = /^\S+\s+\S+\s+\S+\s+\S/;

/** Whether a passage says enough by itself. */
function isTelling(passage: string, isUnspaced: boolean): boolean {
  return isUnspaced ? passage.length >= FEWEST_CHARACTERS : FOUR_WORDS.test(passage);
}

/** A clause that says enough by itself; the whole sentence if it is a question, or has no such clause. */
function clauseOf(sentence: Quote, reading: InputReading, rng: Rng): string {
  if (QUESTION.test(sentence.text)) return sentence.text;
  const clauses = reading
    .clausesOf(sentence)
    .map((clause) => withoutConjunction(clause.trim()))
    .filter((clause) => isTelling(clause, false));
  return clauses.length === 0 ? sentence.text : rng.pick(clauses);
}

/** A passage as a sentence, which ends with a period if it has no other end. */
function sentenceOf(passage: string, isUnspaced: boolean): string {
  const text = capitalize(passage).replace(CLAUSE_END, "");
  return isUnspaced || ENDS.has(text.charCodeAt(text.length - 1)) || ENDED.test(text)
    ? text
    : `${text}.`;
}
