import { Reader } from "../../src/generate/reading/reader.ts";
import { compileWords } from "../../src/generate/words/compile-words.ts";

/** The program's words. */
export const words = compileWords();

/** Reads inputs with these words. */
export const reader = new Reader(words);

/** The items of a list that short strings are drawn from. */
export function pool(name: string): readonly string[] {
  return words.pools[name] ?? [];
}
