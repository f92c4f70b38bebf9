import { Reader } from "../../src/generate/reading/reader.ts";
import { loadWords } from "../../src/generate/words/load-words.ts";

/** The program's words. */
export const words = await loadWords();

/** Reads inputs with these words. */
export const reader = new Reader(words);

/** The items of a list that short strings are drawn from. */
export function pool(name: string): readonly string[] {
  return words.pools[name] ?? [];
}
