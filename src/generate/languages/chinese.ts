import type { Language } from "./language.ts";
import { CHINESE_SENTENCES } from "./sentences/chinese-sentences.ts";

/** Chinese, recognized by its characters. */
export const CHINESE: Language = {
  code: "zh",
  commonWords: [],
  stopWords: new Set(),
  ...CHINESE_SENTENCES,
};
