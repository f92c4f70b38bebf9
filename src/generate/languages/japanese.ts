import type { Language } from "./language.ts";
import { JAPANESE_SENTENCES } from "./sentences/japanese-sentences.ts";

/** Japanese, recognized by its letters. */
export const JAPANESE: Language = {
  code: "ja",
  commonWords: [],
  stopWords: new Set(),
  ...JAPANESE_SENTENCES,
};
