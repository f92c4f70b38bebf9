import type { Lexicon } from "schema-values";

/** Loads the lexicon, once per thread. */
export async function loadLexicon(): Promise<Lexicon> {
  return (await import("./create-lexicon.ts")).lexicon;
}
