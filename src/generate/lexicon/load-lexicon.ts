import type { Lexicon } from "schema-values";
import { Reader } from "../reading/reader.ts";
import { createLexicon } from "./create-lexicon.ts";

/** Everything needed to read inputs, and to write answers and values. */
export type Language = { readonly reader: Reader; readonly lexicon: Lexicon };

let loaded: Promise<Language> | undefined;

/** The reader and the lexicon, which are loaded once per thread. */
export function loadLanguage(): Promise<Language> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Language> {
  const { compileWords } = await import("../words/compile-words.ts");
  const reader = new Reader(compileWords());
  return { reader, lexicon: createLexicon(reader) };
}

/** The simulator's lexicon. */
export async function loadLexicon(): Promise<Lexicon> {
  return (await loadLanguage()).lexicon;
}
