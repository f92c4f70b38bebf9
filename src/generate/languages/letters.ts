import type { LanguageCode } from "./language.ts";

/** Letters and endings that hardly any other of the languages has; the first that fits counts. */
const SIGNS: readonly (readonly [LanguageCode, RegExp])[] = [
  ["pt", /[ãõ]|\p{L}ç(?:ão|ões)/iu],
  ["es", /[ñ¿¡]|\p{L}ción\b/iu],
  ["fr", /[çèêœû]|\p{L}{2}(?:ées?|és|eux|euse)(?!\p{L})/iu],
  [
    "de",
    /ß|(?<!\p{L})(?=\p{L}{5})\p{L}*[äöü]|\p{Lu}\p{L}{3,}(?:ung|ungen|keit|heit|schaft)(?!\p{L})|\p{L}{3}(?:lich|isch)(?:e[mnrs]?)?(?!\p{L})/u,
  ],
];
/** Letters of languages that answers are not written in. */
const OTHERS: RegExp = /[åæøıİşŞğĞłŁąęśżźčřšžďťňěůőűđơưạảấầ]|ää|öö|yy/iu;

/** The language of a string without common words, as far as its letters show it; undefined if they don't. */
export function languageOfLetters(text: string): LanguageCode | undefined {
  if (OTHERS.test(text)) return undefined;
  return SIGNS.find(([, letters]) => letters.test(text))?.[0];
}
