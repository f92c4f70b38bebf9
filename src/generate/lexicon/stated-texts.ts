import { nameWords, type Subject, type TextHints } from "schema-values";
import { valueNamed } from "../reading/named-values.ts";
import type { Reader } from "../reading/reader.ts";
import { emailsIn, phonesIn, urlsIn } from "../reading/stated.ts";
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
  if (PHONE_NAME.test(nameWords(name).join(" ")))
    return ({ text, digitRuns }) =>
      phonesIn(text, digitRuns).flatMap((phone) => [phone, phone.replace(/[^+\d]/g, "")]);
  const isAlike = shapeOf(hints);
  if (isAlike !== undefined) return ({ codes }) => codes.map(({ value }) => value).filter(isAlike);
  const isCode = nameWords(name).some((word) => CODE_NAME.test(word));
  return patterns.length > 0 || isCode ? codeFor(hints, reader) : undefined;
}

const PHONE_NAME: RegExp =
  /\b(?:phone|telephone|tel|mobile|cell|whatsapp|fax|telefon|telefono|telefone|handy|celular)\b/;

const DATE_LENGTH = 10;

/** Names of the ends of a period, which an input states with just two dates. */
const PERIOD_START: RegExp =
  /\b(?:start|starts|begin|begins|from|check in|checkin|departure|pickup|invoice|issue|issued|posted|published|created|opened|ordered|meeting)\b/;
const PERIOD_END: RegExp =
  /\b(?:end|ends|until|to|check out|checkout|return|dropoff|due|deadline|by|expiry|expires|valid|next)\b/;
/** Names of dates that are far from the input's own, so that its only date isn't theirs. */
const FAR_DATE: RegExp =
  /\b(?:birth|born|dob|death|died|hire|hired|joined|graduation|expiry|expiration|expires|return|next)\b/;

function dateFor(name: string, isTime: boolean, reader: Reader) {
  const find = valueNamed(name, reader);
  const words = nameWords(name).join(" ");
  const isEnd = PERIOD_END.test(words);
  const isStart = PERIOD_START.test(words);
  const isFar = FAR_DATE.test(words);
  return ({ text, dates }: InputSubject): readonly string[] => {
    if (dates.length === 0) return NONE;
    const times = isTime ? dates.filter(({ value }) => value.length > DATE_LENGTH) : [];
    const fit = times.length > 0 ? times : dates;
    const all = fit.map(({ value }) => value).sort();
    const only = !isFar && all.length === 1 ? all[0] : undefined;
    const ofPeriod = all.length === 2 && (isStart || isEnd) ? all[isEnd ? 1 : 0] : undefined;
    const found = find(fit) ?? only ?? ofPeriod;
    if (found === undefined) return NONE;
    if (!isTime) return [found.slice(0, DATE_LENGTH)];
    return found.length > DATE_LENGTH ? [found] : timesOn(found, text, isEnd);
  };
}

/** Characters after a date in which a string can state times of that day. */
const REACH = 40;
const CLOCK: RegExp = /(?<![\d:])(?:[01]\d|2[0-3]):[0-5]\d(?![\d:])/g;

/** The moment at a time that a string states after a date; the last one for an end. */
function timesOn(day: string, text: string, isEnd: boolean): readonly string[] {
  const after = text.indexOf(day) + day.length;
  const clocks = text.slice(after, after + REACH).match(CLOCK) ?? [];
  const clock = clocks.at(isEnd ? -1 : 0);
  return clock === undefined ? NONE : [`${day}T${clock}:00Z`];
}

/** Codes with letters and digits can be recognized by a pattern, or if there is only one; numbers need a name. */
function codeFor({ name, patterns }: TextHints, reader: Reader) {
  const find = valueNamed(name, reader);
  // A postal or area code is not one of the input's other codes.
  const takesOnly = !nameWords(name).includes("code");
  return ({ codes }: InputSubject): readonly string[] => {
    if (codes.length === 0) return NONE;
    const named = find(codes);
    const lettered = codes.map(({ value }) => value).filter((value) => /[A-Z]/.test(value));
    const isTelling = patterns.length > 0 || (takesOnly && lettered.length === 1);
    const telling = isTelling ? lettered : NONE;
    return named === undefined ? telling : [named, ...telling];
  };
}
