import type { Language } from "./language.ts";
import { KOREAN_SENTENCES } from "./sentences/korean-sentences.ts";

/** Korean, recognized by its letters. */
export const KOREAN: Language = {
  code: "ko",
  commonWords: [],
  stopWords: new Set(),
  ...KOREAN_SENTENCES,
};
