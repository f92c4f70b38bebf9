/** Languages: their ISO 639-1 code, other codes and names separated by bars, the English name first. */
const TABLE: readonly (readonly [string, string])[] = [
  ["ar", "Arabic|ara|العربية|Arabisch|arabe|árabe"],
  ["bn", "Bengali|ben"],
  ["cs", "Czech|ces|cze|Čeština|Tschechisch|tchèque"],
  ["da", "Danish|dan|Dansk|Dänisch|danois"],
  ["de", "German|deu|ger|Deutsch|allemand|alemán|tedesco|alemão|Duits|ドイツ語|德语|독일어"],
  ["el", "Greek|ell|gre|Ελληνικά|Griechisch|grec"],
  ["en", "English|eng|Englisch|anglais|inglés|inglese|inglês|Engels|英語|英语|영어"],
  [
    "es",
    "Spanish|spa|Español|Spanisch|espagnol|spagnolo|espanhol|Spaans|スペイン語|西班牙语|스페인어",
  ],
  ["fa", "Persian|fas|per|Farsi|Persisch"],
  ["fi", "Finnish|fin|Suomi|Finnisch|finnois"],
  [
    "fr",
    "French|fra|fre|Français|Französisch|francés|francese|francês|Frans|フランス語|法语|프랑스어",
  ],
  ["he", "Hebrew|heb|עברית|Hebräisch|hébreu"],
  ["hi", "Hindi|hin|हिन्दी"],
  ["hu", "Hungarian|hun|Magyar|Ungarisch|hongrois"],
  ["id", "Indonesian|ind|Indonesisch|indonésien"],
  ["it", "Italian|ita|Italiano|Italienisch|italien|Italiaans|イタリア語|意大利语|이탈리아어"],
  ["ja", "Japanese|jpn|日本語|Japanisch|japonais|japonés|giapponese|japonês|日语|일본어"],
  ["ko", "Korean|kor|한국어|Koreanisch|coréen|coreano|韓国語|韩语"],
  ["nl", "Dutch|nld|dut|Nederlands|Niederländisch|néerlandais|holandés"],
  ["no", "Norwegian|nor|nob|nb|Norsk|Norwegisch|norvégien"],
  ["pl", "Polish|pol|Polski|Polnisch|polonais|polaco"],
  ["pt", "Portuguese|por|Português|Portugiesisch|portugais|portugués|portoghese|Portugees"],
  ["ro", "Romanian|ron|rum|Română|Rumänisch|roumain"],
  ["ru", "Russian|rus|Русский|Russisch|russe|ruso"],
  ["sv", "Swedish|swe|Svenska|Schwedisch|suédois|sueco"],
  ["ta", "Tamil|tam"],
  ["th", "Thai|tha|ไทย|Thailändisch"],
  ["tr", "Turkish|tur|Türkçe|Türkisch|turc|turco"],
  ["uk", "Ukrainian|ukr|Українська|Ukrainisch|ukrainien"],
  ["vi", "Vietnamese|vie|Tiếng Việt|Vietnamesisch|vietnamien"],
  ["zh", "Chinese|zho|chi|Mandarin|中文|Chinesisch|chinois|chino|cinese|chinês|中国語|중국어"],
];

const CODES: ReadonlyMap<string, string> = new Map(
  TABLE.flatMap(([code, names]) =>
    [code, ...names.split("|")].map((name): [string, string] => [name.toLowerCase(), code]),
  ),
);
const NAMES: ReadonlyMap<string, string> = new Map(
  TABLE.map(([code, names]) => [code, names.split("|")[0] ?? code]),
);

/** The ISO 639-1 code of a language, from its name, one of its codes, or a locale such as `de-DE`. */
export function languageCode(name: string): string | undefined {
  const plain = name.trim().toLowerCase();
  return CODES.get(plain) ?? CODES.get(/^([a-z]{2})[-_][a-z]{2,4}$/.exec(plain)?.[1] ?? "");
}

/** The English name of a language, from its ISO 639-1 code. */
export function languageName(code: string): string | undefined {
  return NAMES.get(code);
}

/** A word in a description or a name that may be a language. */
const TARGET: RegExp =
  /\b(?:in(?:to)?|auf|ins|en|vers|au|al|in|para o|naar het) (?:the )?(\p{L}+)\b|\b(\p{L}+) translation\b/giu;
const TRANSLATES: RegExp = /translat|übersetz|uebersetz|tradu/i;

/**
 * The language that a text should be written in according to its name and description: "in English",
 * "French translation"; undefined if they name none. Translations are in English by default.
 */
export function languageAsked(name: string, description: string): string | undefined {
  for (const [, into, of] of description.matchAll(TARGET)) {
    const word = into ?? of ?? "";
    const code = word.length > 3 ? languageCode(word) : undefined;
    if (code !== undefined) return code;
  }
  const words = name.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u);
  const isTranslation = TRANSLATES.test(name);
  const code = words.flatMap((word) => (word.length > 2 ? languageCode(word) : undefined) ?? [])[0];
  const last = words.length > 1 ? languageCode(words.at(-1) ?? "") : undefined;
  return code ?? last ?? (isTranslation ? "en" : undefined);
}
