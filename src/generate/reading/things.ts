import type { LanguageCode } from "../languages/language.ts";
import { LANGUAGES } from "../languages/languages.ts";
import { scannedInLowerCase } from "../text/scan.ts";
import type { Topics } from "../text/topics.ts";
import { WordIndex } from "../text/word-index.ts";
import type { InputReading } from "./input-reading.ts";

/** Longer phrases are hardly names of things. */
const MOST_WORDS = 7;
const LONGEST = 80;
const TRIES = 3;
const CLAUSE_END: RegExp = /[.,;:!?()\n]/;

/** What a review is about follows words like these, perhaps after an article. */
const POINTED = new WordIndex(
  "this these bought ordered purchased tried love received diese dieser dieses diesen diesem gekauft bestellt ce cette cet este esta questo questa deze dit".split(
    " ",
  ),
);
const ARTICLES = new WordIndex("the a der die das den dem le la les el il lo het de o".split(" "));
const AFTER_VERB: RegExp = /^(?:the|an?|my|our|this|these|two|three) /i;
const JAPANESE: RegExp =
  /(?:この|今回の|届いた|購入した|買った)([^、。\sはがをでにもの]{2,16})|([\p{Script=Katakana}ー]{3,16}|[\p{Script=Han}]{2,6})(?=[はがをの])/gu;
const NOT_JAPANESE_THINGS: RegExp =
  /^(?:二度|値段|価格|子供|配送|普通|時間|商品|今回|毎日|月分|一週間|対応|返品|返金|交換|注文|評価|結果|全体|最初|問題|サイズ|充電|バッテリー|デザイン|説明書|店員|写真|期待)/u;
/** Words that end a phrase, besides function words and opinions. */
const VERBS: ReadonlySet<string> = new Set(
  "arrived arrives broke breaks came comes crushes died does doesn't did didn't fell fits fit feels felt gets got had has holds is isn't keeps kept lasts lasted leaks leaked looks looked makes made melted needs seems smells sounds started starts stopped stops turned tastes was wasn't went were won't will works worked ist war hat hält kam kommt fällt fallen fühlt funktioniert geht macht passt sieht sitzt schmeckt läuft überzeugt est était sont fonctionne es era funciona è era funziona".split(
    " ",
  ),
);
const NOT_THINGS: ReadonlySet<string> = new Set(
  "money price kids day days time week weeks month months year years way first second last only one it company seller review product item order box customer team whole people other quality service price dad mom wife husband son daughter gift bucks bild foto preis-leistung preis-leistungs-verhältnis qualität kundenservice jahr jahren woche wochen monat monaten tochter sohn frau mann oma opa geschenk preis ordnung lieferung zeit tag tage".split(
    " ",
  ),
);
const MEASURE: RegExp = /^(?:税込|約|幅|重さ|高さ)?[\d,.]+ ?(?:cm|mm|g|kg|ml|円|l)?/iu;

/**
 * The thing that an input is about: what "this" or "the" points to, or the phrase that a description of a product begins with.
 * If it says neither, a review is about a product. Undefined for other inputs.
 */
export function thingIn(reading: InputReading, topics: Topics): string | undefined {
  const { text } = reading;
  const named = topics.isUnspaced ? unspacedThing(text) : spacedThing(reading, topics);
  if (named !== undefined || !reading.isOpinion(text)) return named;
  return PRODUCTS[topics.language];
}

/** What a review calls what it is about. */
const PRODUCTS: { readonly [language in LanguageCode]: string } = {
  en: "product",
  de: "Produkt",
  fr: "produit",
  es: "producto",
  it: "prodotto",
  pt: "produto",
  nl: "product",
  ja: "商品",
  zh: "商品",
  ko: "상품",
};

function spacedThing(reading: InputReading, topics: Topics): string | undefined {
  return (
    phraseAfter(POINTED, reading, topics) ??
    phraseAtStart(reading, topics) ??
    phraseAfter(ARTICLES, reading, topics)
  );
}

function unspacedThing(text: string): string | undefined {
  const words = text.split(/[ \n　、。]/, MOST_WORDS);
  const [first = "", second = ""] = words;
  const isListing = !/\p{Script=Hiragana}/u.test(first) && second !== "" && text.includes(" ");
  if (isListing) {
    const end = words.findIndex((word, i) => i > 0 && (MEASURE.test(word) || word.length < 2));
    return words.slice(0, end < 0 ? 2 : Math.min(end, 4)).join(" ");
  }
  for (const [, pointed, named] of text.matchAll(JAPANESE)) {
    const thing = pointed ?? named ?? "";
    if (!NOT_JAPANESE_THINGS.test(thing)) return thing;
  }
  return undefined;
}

/** The phrase after one of the first words that point to something. */
function phraseAfter(words: WordIndex, reading: InputReading, topics: Topics): string | undefined {
  const { text } = reading;
  let from = 0;
  for (let tries = 0; tries < TRIES; tries++) {
    // Looking for opinions reads other strings in between.
    const scan = scannedInLowerCase(text);
    const at = words.firstIn(scan, from);
    if (at < 0) return undefined;
    from = at + 1;
    const start = scan.runs.end(at) + 1;
    const [clause = ""] = text.slice(start, start + LONGEST).split(CLAUSE_END, 1);
    const phrase = phraseOf(clause.replace(AFTER_VERB, "").trim().split(" "), reading, topics);
    if (phrase !== undefined && !NOT_THINGS.has(phrase.toLowerCase())) return phrase;
  }
  return undefined;
}

function phraseAtStart(reading: InputReading, topics: Topics): string | undefined {
  const [clause = []] = reading.clauses;
  const start = clause.findIndex((word) => !reading.isOpinion(word));
  if (start < 0) return undefined;
  const words = clause.slice(start);
  const [first = ""] = words;
  const isPlain = /^(?:\p{Lu}{2}|\p{Lu}?\p{Ll}|\d)/u.test(first) && !/['’]/.test(first);
  const phrase = isPlain ? phraseOf(words, reading, topics) : undefined;
  const last = phrase?.slice(phrase.lastIndexOf(" ") + 1) ?? "";
  const { isNoun } = LANGUAGES[topics.language];
  if (phrase === undefined || NOT_THINGS.has(last.toLowerCase())) return undefined;
  return isNoun?.(last) === false || isShouted(phrase) ? undefined : phrase;
}

/** Whether all letters are capital ones, as in "URGENT WARNING". */
function isShouted(phrase: string): boolean {
  return /^[\p{Lu} ]{8,}$/u.test(phrase);
}

/** The words up to one that isn't part of a name of a thing; undefined if there are none, or many. */
function phraseOf(
  words: readonly string[],
  reading: InputReading,
  { language }: Topics,
): string | undefined {
  const { stopWords, commonWords, isNoun } = LANGUAGES[language];
  const isEnd = (word: string): boolean => {
    const lower = word.toLowerCase();
    if (stopWords.has(lower) || commonWords.includes(lower) || VERBS.has(lower)) return true;
    return lower === word && reading.isOpinion(word);
  };
  const begin = words.findIndex((word) => !reading.isOpinion(word) || word !== word.toLowerCase());
  const rest = words.slice(Math.max(0, begin));
  const end = rest.findIndex(isEnd);
  const phrase = end < 0 ? rest : rest.slice(0, end);
  // Where nouns are capitalized, the thing is the first of them.
  const noun = isNoun === undefined ? -1 : phrase.findLastIndex(isNoun);
  const named = isNoun === undefined ? phrase : phrase.slice(0, noun + 1);
  if (named.length === 0 || named.length > MOST_WORDS) return undefined;
  return named.join(" ");
}
