import type { Lexicon } from "schema-values";
import { once } from "../../core/once-per.ts";
import { Reader } from "../reading/reader.ts";
import { createLexicon } from "./create-lexicon.ts";

/** Everything needed to read inputs, and to write answers and values. */
export type Language = { readonly reader: Reader; readonly lexicon: Lexicon };

/** The reader and the lexicon, which are loaded once per thread. */
export const loadLanguage: () => Promise<Language> = once(async () => {
  const { compileWords } = await import("../words/compile-words.ts");
  const reader = new Reader(compileWords());
  return { reader, lexicon: createLexicon(reader) };
});

export async function loadLexicon(): Promise<Lexicon> {
  return (await loadLanguage()).lexicon;
}
