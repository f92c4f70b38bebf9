import { LANGUAGES } from "../languages/languages.ts";
import type { Topics } from "../text/topics.ts";
import type { InputReading } from "./input-reading.ts";

/** Longer phrases are hardly names of things. */
const MOST_WORDS = 7;

/**
 * The phrase that an input begins with, up to a word like "with" or a word for opinions: descriptions of products start with
 * their names. Undefined if it begins in another way.
 */
export function thingIn(
  reading: InputReading,
  { language, isUnspaced }: Topics,
): string | undefined {
  const [clause = []] = reading.clauses;
  const { stopWords, commonWords, isNoun } = LANGUAGES[language];
  if (isUnspaced) return undefined;
  const isEnd = (word: string): boolean => {
    const lower = word.toLowerCase();
    return stopWords.has(lower) || commonWords.includes(lower) || reading.isOpinion(word);
  };
  const start = clause.findIndex((word) => !reading.isOpinion(word));
  const words = clause.slice(Math.max(0, start));
  const end = words.findIndex(isEnd);
  const phrase = end < 0 ? words : words.slice(0, end);
  const last = phrase.at(-1);
  if (last === undefined || phrase.length > MOST_WORDS || isNoun?.(last) === false)
    return undefined;
  return phrase.join(" ");
}
