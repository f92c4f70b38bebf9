import { nameWords, type Subject, type TextHints } from "schema-values";
import { valueNamed } from "../reading/named-values.ts";
import type { Reader } from "../reading/reader.ts";
import { emailsIn, urlsIn } from "../reading/stated.ts";
import { shapeOf } from "./examples.ts";
import { type InputSubject, perSubject } from "./subject.ts";
import type { Look } from "./text-writer.ts";

/** Strings that a subject states for a property, the most usual first. */
export type StatedTexts = (subject: Subject) => readonly string[];

const NONE: readonly string[] = [];
const EMAIL_FORMATS: readonly string[] = ["email", "idn-email"];
const URL_FORMATS: readonly string[] = ["uri", "url", "iri", "uri-reference"];
const LANGUAGES: readonly Look[] = ["{languages}", "{languageCodes}", "{locales}"];
/** Names of languages that are not the input's. */
const OTHER_LANGUAGE: RegExp =
  /languages|spoken|native|target|known|preferred|sprachen|langues|idiomas|lingue|talen/i;
/** Sites whose names a URL contains if a property asks for it. */
const SITE: RegExp = /linkedin|github|twitter|facebook|instagram|youtube|tiktok|wikipedia/i;
const CODE_NAME: RegExp =
  /^(?:id|identifier|number|no|nr|num|code|ref|reference|sku|iban|vin|ticket|order|invoice|tracking|serial|nummer|numero)$/;

/** How a subject states a property's strings; undefined if the property asks for something else. */
export function statedTexts(
  hints: TextHints,
  look: Look | undefined,
  reader: Reader,
): StatedTexts | undefined {
  const find = finderOf(hints, look, reader);
  return find && perSubject(find);
}

function finderOf(
  hints: TextHints,
  look: Look = "",
  reader: Reader,
): ((subject: InputSubject) => readonly string[]) | undefined {
  const { name, formats, patterns } = hints;
  const isIn = (known: readonly string[]): boolean => formats.some((it) => known.includes(it));
  if (isIn(EMAIL_FORMATS) || look === "{emails}") return ({ text }) => emailsIn(text);
  if (isIn(URL_FORMATS) || look.startsWith("https://")) {
    const site = SITE.exec(name)?.[0].toLowerCase() ?? "";
    return ({ text }) => urlsIn(text).filter((url) => url.toLowerCase().includes(site));
  }
  if (isIn(["date", "date-time"]) || /^\{\d{4}\.\.\d{4}\}/.test(look))
    return dateFor(name, formats.includes("date-time"), reader);
  if (look === "{currencies}")
    return ({ money }) => {
      const codes = new Set(money.map(({ value }) => value.currency));
      return codes.size === 1 ? [...codes] : NONE;
    };
  if (LANGUAGES.includes(look)) {
    if (OTHER_LANGUAGE.test(name)) return undefined;
    return ({ detected: { code, isSure } }) => {
      if (!isSure && code === "en") return NONE;
      return look === "{languages}" ? [reader.languageName(code), code] : [code];
    };
  }
  const isAlike = shapeOf(hints);
  if (isAlike !== undefined) return ({ codes }) => codes.map(({ value }) => value).filter(isAlike);
  const isCode = nameWords(name).some((word) => CODE_NAME.test(word));
  return patterns.length > 0 || isCode ? codeFor(name, patterns.length > 0, reader) : undefined;
}

const DATE_LENGTH = 10;

function dateFor(name: string, isTime: boolean, reader: Reader) {
  const find = valueNamed(name, reader);
  return ({ dates }: InputSubject): readonly string[] => {
    if (dates.length === 0) return NONE;
    const fit = isTime ? dates.filter(({ value }) => value.length > DATE_LENGTH) : dates;
    const found = find(fit) ?? (isTime && fit.length === 1 ? fit[0]?.value : undefined);
    if (found === undefined) return NONE;
    return isTime ? [found] : [found.slice(0, DATE_LENGTH)];
  };
}

/** Codes with letters and digits can be recognized by a pattern alone; numbers need a name. */
function codeFor(name: string, hasPattern: boolean, reader: Reader) {
  const find = valueNamed(name, reader);
  return ({ codes }: InputSubject): readonly string[] => {
    if (codes.length === 0) return NONE;
    const named = find(codes);
    const telling = hasPattern
      ? codes.map(({ value }) => value).filter((value) => /[A-Z]/.test(value))
      : NONE;
    return named === undefined ? telling : [named, ...telling];
  };
}
