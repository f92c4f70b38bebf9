import { LANGUAGES } from "../languages/languages.ts";
import type { Topics } from "./topics.ts";

const NUMBER: RegExp = /^\d[\d.,:/-]*$/;
const LAST_DIGIT = 0x39;
const FEWEST = 2;

function isSingle(word: string): boolean {
  return !word.includes(" ");
}

function isNumber(word: string): boolean {
  return word.charCodeAt(0) <= LAST_DIGIT && NUMBER.test(word);
}

/**
 * The topics that are single words, without verbs and numbers if enough others remain. Two adjacent words work in a sentence but
 * rarely as a keyword.
 */
export function keywordsOf({ words, language, isForeign }: Topics): readonly string[] {
  const isNoun = isForeign ? undefined : LANGUAGES[language].isNoun;
  // The nouns are usually enough, so they are found first.
  const likely: string[] = [];
  if (isNoun !== undefined)
    for (const word of words)
      if (isNoun(word) && isSingle(word) && !isNumber(word)) likely.push(word);
  if (likely.length >= FEWEST) return likely;
  const all = words.filter(isSingle);
  const letters = all.filter((word) => !isNumber(word));
  if (letters.length >= FEWEST) return letters;
  const nouns = isNoun === undefined ? all : all.filter(isNoun);
  return nouns.length < FEWEST ? all : nouns;
}
