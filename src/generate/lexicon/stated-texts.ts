import { nameWords, type TextHints } from "schema-values";
import { moneyIn } from "../reading/amounts.ts";
import { type Asking, valueFinder } from "../reading/named-values.ts";
import * as reader from "../reading/reader.ts";
import { codesIn, datesIn, emailsIn, letterCodesIn, urlsIn } from "../reading/stated.ts";
import { OTHER_LANGUAGE } from "./choices.ts";
import type { Look } from "./looks.ts";
import type { Finder } from "./subject.ts";
import { textLook } from "./text-looks.ts";

type TextFinder = Finder<readonly string[]>;

const EMAIL_FORMATS: readonly string[] = ["email", "idn-email"];
const URL_FORMATS: readonly string[] = ["uri", "url", "iri", "uri-reference"];
export const LANGUAGES: readonly Look[] = ["{languages}", "{languageCodes}", "{locales}"];
const LETTER_CODES: ReadonlyMap<Look, number> = new Map([
  ["{airportCodes}", "SFO".length],
  ["{countryCodes}", "DE".length],
  ["{stateCodes}", "CA".length],
]);
const DAY_LENGTH = "2025-04-30".length;
const DATE_LOOK: RegExp = /^\{\d{4}\.\.\d{4}\}/;
/** Sites. If a property's name or a URL without a name contains one, so must the other one. */
const SITE: RegExp = /linkedin|github|twitter|facebook|instagram|youtube|tiktok|wikipedia/i;
/** Names of codes: a few one-word names, and names that end with a word such as "number". */
const CODE_NAME: RegExp =
  /^(?:order|ticket|invoice|tracking|serial)$|\b(?:id|identifier|number|no|nr|num|code|ref|reference|sku|iban|isbn|ean|upc|vin|(?!fax|handy|haus|mobil|ruf|telefon)[a-z]*nummer|numero)$/;
const OTHER_NUMBER: RegExp = /phone|mobile|fax|\btel\b|postal|zip|card/;
/** Part of a schema's pattern that shows that its strings are codes. */
const CODE_PATTERN: RegExp = /\\d|0-9/;

/** Finds the strings that inputs state for a property, best first; undefined if they can't. */
export function statedTexts(hints: TextHints, look: Look = ""): TextFinder | undefined {
  const { name, owner, siblings, formats, patterns } = hints;
  const lookOf = (it: string): Look | undefined =>
    textLook({ name: it, titles: [], description: "", examples: [] });
  const isIn = (known: readonly string[]): boolean => formats.some((it) => known.includes(it));
  const asking = { name, owner, siblings };
  if (isIn(EMAIL_FORMATS) || look === "{emails}") {
    const isRival = (it: string): boolean => lookOf(it) === "{emails}";
    const find = valueFinder<string>({ ...asking, isRival, special: "roles", takesAny: true });
    return ({ text }) => find(emailsIn(text));
  }
  if (isIn(URL_FORMATS) || look.startsWith("https://")) {
    const isRival = (it: string): boolean => lookOf(it)?.startsWith("https://") === true;
    const site = SITE.exec(name)?.[0].toLowerCase() ?? "";
    const isFree = (url: string): boolean => (SITE.exec(url)?.[0].toLowerCase() ?? "") === site;
    const find = valueFinder<string>({ ...asking, isRival, takesAny: true, isFree });
    return ({ text }) => find(urlsIn(text));
  }
  if (isIn(["date", "date-time"]) || DATE_LOOK.test(look)) {
    const isRival = (it: string): boolean => DATE_LOOK.test(lookOf(it) ?? "");
    const find = valueFinder<string>({ ...asking, isRival, special: "farDates" });
    if (!formats.includes("date-time"))
      return ({ text }) => find(datesIn(text)).map((it) => it.slice(0, DAY_LENGTH));
    return ({ text }) => find(datesIn(text).filter(({ value }) => value.length > DAY_LENGTH));
  }
  if (look === "{currencies}")
    return ({ text }) => {
      const codes = new Set(moneyIn(text).map(({ value }) => value.currency));
      return codes.size === 1 ? [...codes] : [];
    };
  const letters = LETTER_CODES.get(look);
  if (letters !== undefined) {
    const isRival = (it: string): boolean => lookOf(it) === look;
    const isFree = (): boolean => false;
    const find = valueFinder<string>({ ...asking, isRival, takesAny: true, isFree });
    return ({ text }) => find(letterCodesIn(text).filter(({ value }) => value.length === letters));
  }
  if (LANGUAGES.includes(look) && !OTHER_LANGUAGE.test(name))
    return ({ languageCode: code }) =>
      look === "{languages}" ? [reader.languageName(code), code] : [code];
  return patterns.some((it) => CODE_PATTERN.test(it)) || (patterns.length === 0 && isCodeName(name))
    ? codeFinder({ ...asking, isRival: isCodeName }, patterns)
    : undefined;
}

function isCodeName(name: string): boolean {
  const words = nameWords(name).join(" ");
  return CODE_NAME.test(words) && !OTHER_NUMBER.test(words);
}

/** A code that is recognizable even without a name before it, unlike "COVID-19" or "H264". */
const UNNAMED_CODE: RegExp = /^(?=.{5})(?=(?:\D*\d){3}).*[A-Z]/;
/** Like `UNNAMED_CODE`, for a property with a pattern: a letter, two dots, or ten digits. */
const TELLING_CODE: RegExp = /[A-Z]|\.\d+\.|^\d{10}/;

/** Finds codes that the input states after the property's name, or that need no name. */
function codeFinder(asking: Asking<string>, patterns: readonly string[]): TextFinder {
  // Without a pattern, a `…code` property gets no unnamed codes, because it may be an area code.
  const takesOnly = !nameWords(asking.name).includes("code");
  const takesAny = patterns.length > 0;
  const form = takesAny ? TELLING_CODE : UNNAMED_CODE;
  const isFree = (value: string): boolean => (takesAny || takesOnly) && form.test(value);
  const find = valueFinder({
    ...asking,
    ...(!takesAny && { special: "kindsOfCode" }),
    takesAny,
    isFree,
  });
  return ({ text }) => {
    const found = find(codesIn(text));
    // In "I ordered 500 units, order number SO-10023", 500 is not the code.
    const lettered = found.filter((code) => /[A-Z]/.test(code));
    return lettered.length > 0 ? lettered : found;
  };
}
