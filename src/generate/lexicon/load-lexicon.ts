import type { Lexicon } from "schema-values";

/** The lexicon; loaded once per thread. */
export async function loadLexicon(): Promise<Lexicon> {
  return (await import("./create-lexicon.ts")).lexicon;
}
