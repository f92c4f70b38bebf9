import { languageOf } from "../../src/generate/reading/language.ts";
import { english, readWords } from "../../src/generate/reading/reader.ts";
import { WORDS } from "../../src/generate/reading/vocabulary.ts";

/** The program's words. */
export const words = WORDS;

/** Reads inputs with these words. */
export const reader = { english, languageOf, readWords };

/** The items of a list that short strings are drawn from. */
export function pool(name: string): readonly string[] {
  return words.pools[name] ?? [];
}
