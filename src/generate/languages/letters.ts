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
/** Words that occur in only one of the languages; a short text may have no other sign. */
const WORDS: readonly (readonly [LanguageCode, RegExp])[] = [
  ["de", /(?<!\p{L})(?:nicht|sehr|leider|danke|wieder|schlecht|funktioniert)(?!\p{L})/iu],
  ["fr", /(?<!\p{L})(?:très|merci|jamais|mauvaise?|bonjour)(?!\p{L})/iu],
  ["es", /(?<!\p{L})(?:muy|gracias|nunca|malo|excelente)(?!\p{L})/iu],
  ["it", /(?<!\p{L})(?:molto|grazie|ottimo|pessimo)(?!\p{L})/iu],
  ["pt", /(?<!\p{L})(?:muito|obrigad[oa]|ótimo|péssimo)(?!\p{L})/iu],
  ["nl", /(?<!\p{L})(?:niet|heel|zeer|bedankt|slecht)(?!\p{L})/iu],
];
/** Letters of languages that answers are not written in. */
const OTHERS: RegExp = /[åæøıİşŞğĞłŁąęśżźčřšžďťňěůőűđơưạảấầ]|ää|öö|yy/iu;

const SHORT = 40;
const SIGNS_AND_WORDS = [...SIGNS, ...WORDS];

/** The language of a string without common words, as far as its letters show it; undefined if they don't. */
export function languageOfLetters(text: string): LanguageCode | undefined {
  if (OTHERS.test(text)) return undefined;
  const signs = text.length > SHORT ? SIGNS : SIGNS_AND_WORDS;
  return signs.find(([, letters]) => letters.test(text))?.[0];
}
