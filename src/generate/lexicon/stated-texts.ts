import { nameWords, type Subject } from "schema-values";
import {
  emailsIn,
  hostsFor,
  numberedAs,
  phonesIn,
  plateIn,
  postcodesIn,
  urlsIn,
} from "../reading/addresses.ts";
import { labelFinder, languageFinder } from "../reading/named-labels.ts";
import { formsOf, namedByAny, nearTest, valueFinder } from "../reading/named-values.ts";
import type { Reader } from "../reading/reader.ts";
import { keptOf, type Stated } from "../reading/stated.ts";
import { hasWordStart } from "../reading/units.ts";
import { shapeOf } from "./examples.ts";
import {
  type Asked,
  CLOCK_LOOK,
  clockFor,
  DATE_LOOK,
  dateFor,
  rivalsOf,
  type TextFinder,
} from "./stated-moments.ts";
import { perSubject } from "./subject.ts";
import type { Look } from "./text-writer.ts";

const NONE: readonly string[] = [];
const EMAIL_FORMATS: readonly string[] = ["email", "idn-email"];
const URL_FORMATS: readonly string[] = ["uri", "url", "iri", "uri-reference"];
export const LANGUAGES: readonly Look[] = ["{languages}", "{languageCodes}", "{locales}"];
/** Sites: if a property's name contains one of these names, its URL must contain the name, too. */
const SITE: RegExp = /linkedin|github|twitter|facebook|instagram|youtube|tiktok|wikipedia/i;
const CODE_NAME: RegExp =
  /^(?:id|identifier|number|no|nr|num|code|ref|reference|sku|iban|isbn|ean|upc|vin|ticket|order|invoice|tracking|serial|(?!fax|handy|haus|mobil|ruf|telefon)[a-z]*nummer|numero)$/;

/** Finds the strings that a subject states, best first; undefined if it can't state any. */
export function statedTexts(
  asked: Asked,
  look: Look | undefined,
): ((subject: Subject) => readonly string[]) | undefined {
  const find = finderOf(asked, look);
  return find && perSubject(find);
}

function finderOf(asked: Asked, look: Look = ""): TextFinder | undefined {
  const { hints, reader, lookOf } = asked;
  const { references } = reader.words.looks.lists;
  const { name, formats, patterns } = hints;
  const clocks = () => clockFor(asked, patterns.length > 0 ? codeFor(asked) : () => NONE);
  const isIn = (known: readonly string[]): boolean => formats.some((it) => known.includes(it));
  if (isIn(EMAIL_FORMATS) || look === "{emails}")
    return addressFor(asked, (it) => lookOf(it) === "{emails}", emailsIn);
  if (isIn(URL_FORMATS) || look.startsWith("https://")) {
    const site = SITE.exec(name)?.[0].toLowerCase() ?? "";
    return ({ text }) => urlsIn(text).filter((url) => url.toLowerCase().includes(site));
  }
  if (isIn(["time"])) return clocks();
  if (isIn(["date", "date-time"]) || DATE_LOOK.test(look))
    return dateFor(asked, formats.includes("date-time"));
  const [hosts] = [...formats, ...(IP_LOOK.test(look) ? ["ipv4"] : [])].flatMap(
    (format) => hostsFor(format) ?? [],
  );
  if (hosts !== undefined) return ({ text }) => hosts(text);
  if (patterns.some((it) => it.includes(":")) || CLOCK_LOOK.test(look)) return clocks();
  const listed = listedFor(look, name, reader);
  if (listed !== undefined) return listed;
  if (isPhoneName(name)) {
    const others = nameWords(name).includes("fax") ? PHONES : [...references.split(", "), "fax"];
    const phones = addressFor(asked, isPhoneName, phonesIn, others);
    const isPlain = hints.description.includes("E.164");
    const mayBePlain = isPlain || patterns.length > 0 || hints.most < Infinity;
    return (subject) =>
      phones(subject).flatMap((it) => [
        ...(isPlain ? [] : [it]),
        ...(mayBePlain ? [it.replace(/[^+\d]/g, "")] : []),
      ]);
  }
  const plainName = nameWords(name).join(" ");
  if (PLATE_NAME.test(plainName) && patterns.length === 0) return ({ text }) => plateIn(text);
  if (POSTCODE_NAME.test(plainName) && patterns.length === 0)
    return ({ text }) => postcodesIn(text);
  const [word] = namesOfCode(name).slice(-1);
  const numbered = numberedFor(word === undefined ? [] : [word], reader);
  const isAlike = patterns.length > 0 ? undefined : shapeOf(hints);
  if (isAlike !== undefined) {
    const own = nameWords(name).filter((it) => !GENERIC_CODE.test(it));
    const named = numberedFor(own, reader);
    return (subject) => [
      ...subject.codes.map(({ value }) => value).filter(isAlike),
      ...named(subject),
    ];
  }
  if (patterns.length > 0 || isCodeName(name)) return codeFor(asked);
  return DIGITS_LOOK.test(look) ? numbered : undefined;
}

/** Finds the only currency, language, or color that a subject names. */
function listedFor(look: Look, name: string, reader: Reader): TextFinder | undefined {
  if (look === "{currencies}")
    return ({ money }) => {
      const codes = new Set(money.map(({ value }) => value.currency));
      return codes.size === 1 ? [...codes] : NONE;
    };
  if (look === "{colors}") {
    const colors = reader.words.pools["colors"] ?? NONE;
    const find = labelFinder(colors, reader);
    return ({ text }) => {
      const [only = -1, other] = find?.(text) ?? [];
      return other === undefined ? colors.slice(only, only + 1) : NONE;
    };
  }
  if (!LANGUAGES.includes(look)) return undefined;
  const find = languageFinder(name, reader);
  return (subject) => {
    const code = find(subject);
    if (code === undefined) return NONE;
    return look === "{languages}" ? [reader.languageName(code), code] : [code];
  };
}

/** Finds the number or code that directly follows one of the words or their translations. */
function numberedFor(words: readonly string[], reader: Reader): TextFinder {
  const names = words.flatMap((word) => formsOf(word, reader));
  const find = numberedAs(names);
  // Most strings contain none of the words, and this check is faster than the search.
  const starts = names.map((name) => name.slice(0, SHORTEST_NAME));
  return ({ text, lower }) => (starts.some((it) => hasWordStart(lower, it)) ? find(text) : NONE);
}

/** The words of a name that can precede a code: "hive" in "hive 11". */
function namesOfCode(name: string): readonly string[] {
  return nameWords(name).filter((word) => word.length >= SHORTEST_NAME && !CODE_NAME.test(word));
}

function isCodeName(name: string): boolean {
  return nameWords(name).some((word) => CODE_NAME.test(word));
}

/** Words that don't say what a code is for. */
const GENERIC_CODE: RegExp = /^(?:id|identifier|number|no|nr|num|code|ref|reference)$/;

const PLATE_NAME: RegExp =
  /\b(?:plate|plate number|(?:vehicle|car) (?:registration|reg)|kennzeichen|matricula|immatriculation|targa|kenteken)$/;
const POSTCODE_NAME: RegExp =
  /\b(?:post code|postcode|postal code|zip|zip code|zipcode|plz|postleitzahl|code postal|cep)$/;
const SHORTEST_NAME = 3;
/** A look without words, such as digits or capital letters; also matches an empty look. */
const DIGITS_LOOK: RegExp = /^(?:\{#+\}|\{[\d-]+\}|\{A+\}|[A-Z-])*$/;

const PHONE_NAME: RegExp =
  /\b(?:phone|hotline|helpline|callback number|contact number|telephone|tel|mobile|cell|whatsapp|fax|telefon|telefono|telefone|handy|celular)\b/;
const isPhoneName = (name: string): boolean => PHONE_NAME.test(nameWords(name).join(" "));
const PHONES: readonly string[] = ["phone", "telephone", "tel", "call", "mobile", "telefon"];
const IP_LOOK: RegExp = /^\{11-223\}\./;

/** The addresses that a subject states; addresses after the property's words come first. */
function addressFor(
  { hints, reader }: Asked,
  isRival: (name: string) => boolean,
  addressesIn: (text: string, digitRuns: readonly number[]) => readonly Stated<string>[],
  otherWords: readonly string[] = [],
): TextFinder {
  const { name, owner = "" } = hints;
  const words = nameWords(`${owner} ${name}`).filter((word) => !reader.isIn("generic", word));
  const roles = reader.words.looks.lists.roles.split(", ");
  const hasRole = words.some((word) => roles.includes(word));
  const { free } = valueFinder(name, reader, { rivals: rivalsOf(hints, isRival), isUnique: true });
  const isOwn = namedByAny(words, reader);
  const isOther = namedByAny(hasRole ? roles.filter((it) => !words.includes(it)) : [], reader);
  const isNear = nearTest(otherWords, reader);
  return ({ text, textRuns }) => {
    const all = free(addressesIn(text, textRuns)).filter((it) => !isNear(it));
    const own = all.filter(isOwn);
    const others = all.filter((it) => !own.includes(it) && !isOther(it));
    return [...own, ...others].map(({ value }) => value);
  };
}

const DECIMAL: RegExp = /^[^.]*\.[^.]*$/;
/** Codes this short, such as "4C", count only if the property has a pattern or examples. */
const SHORT_CODE = 2;
/** A code that needs no name beside it; "COVID-19" and "H264" are too short. */
const UNNAMED_CODE: RegExp = /^(?=.{5})(?=(?:\D*\d){3})(?:.*[A-Z]|\d{10})/;

/** Such a code if the property has a pattern: with a letter, several dots, or many digits. */
const TELLING_CODE: RegExp = /[A-Z]|\.\d+\.|^\d{10}/;

/**
 * Finds codes: first the code beside the property's name, then codes that need no name, if the
 * property has a pattern or there is only one such code.
 */
function codeFor({ hints, reader }: Asked): TextFinder {
  const { name, patterns } = hints;
  const rivals = rivalsOf(hints, isCodeName);
  const find = valueFinder(name, reader, { rivals, isUnique: true });
  // A `…code` property can be a postal or area code, so it doesn't take the only unnamed code.
  const takesOnly = !nameWords(name).includes("code");
  const form = patterns.length > 0 ? TELLING_CODE : UNNAMED_CODE;
  const isPhone = nearTest(PHONES);
  const isNamed = namedByAny(nameWords(name), reader);
  const numbered = patterns.length > 0 ? () => NONE : numberedFor(namesOfCode(name), reader);
  const isSpaced = patterns.every((it) => /\\s|[ .]/.test(it));
  return (subject) => {
    // Without a pattern, a number with a dot is not a code.
    const codes = keptOf(
      isSpaced ? subject.spacedCodes : subject.codes,
      (it) =>
        patterns.length > 0 ||
        (it.value.length > SHORT_CODE && !DECIMAL.test(it.value) && !isPhone(it)),
    );
    if (codes.length === 0) return numbered(subject);
    const named = find.named(
      find.isKindOnly ? codes.filter((it) => form.test(it.value) || isNamed(it)) : codes,
    );
    const free = patterns.length > 0 ? codes : find.free(codes);
    const lettered = free.map(({ value }) => value).filter((value) => form.test(value));
    const isTelling = patterns.length > 0 || (takesOnly && lettered.length === 1);
    const telling = isTelling ? lettered : NONE;
    return named === undefined ? [...numbered(subject), ...telling] : [named, ...telling];
  };
}
