import { CHINESE } from "./chinese.ts";
import { DUTCH } from "./dutch.ts";
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { ITALIAN } from "./italian.ts";
import { JAPANESE } from "./japanese.ts";
import { KOREAN } from "./korean.ts";
import type { Language, LanguageCode } from "./language.ts";
import { PORTUGUESE } from "./portuguese.ts";
import { SPANISH } from "./spanish.ts";

/** The supported output languages. */
export const LANGUAGES: { readonly [code in LanguageCode]: Language } = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  nl: DUTCH,
  ja: JAPANESE,
  ko: KOREAN,
  zh: CHINESE,
};

/** Something made of each language. */
export function mapLanguages<Made>(map: (language: Language) => Made): {
  readonly [code in LanguageCode]: Made;
} {
  const entries = Object.values(LANGUAGES).map((language) => [language.code, map(language)]);
  return Object.fromEntries(entries) as { [code in LanguageCode]: Made };
}

/** Whether answers can be written in a language. */
export function isSpoken(language: string): language is LanguageCode {
  return Object.hasOwn(LANGUAGES, language);
}
