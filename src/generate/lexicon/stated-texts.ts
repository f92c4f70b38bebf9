import { nameWords, type Subject, type TextHints } from "schema-values";
import { valueNamed } from "../reading/named-values.ts";
import type { Reader } from "../reading/reader.ts";
import { emailsIn, phonesIn, urlsIn, versionsIn } from "../reading/stated.ts";
import { shapeOf } from "./examples.ts";
import { perSubject } from "./subject.ts";
import type { Look } from "./text-writer.ts";

/** Strings that a subject states for a property, the most usual first. */
export type StatedTexts = (subject: Subject) => readonly string[];

const NONE: readonly string[] = [];
const EMAIL_FORMATS: ReadonlySet<string> = new Set(["email", "idn-email"]);
const URL_FORMATS: ReadonlySet<string> = new Set(["uri", "url", "iri", "uri-reference"]);
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
  const { name, formats, patterns } = hints;
  const hasFormat = (known: ReadonlySet<string>): boolean => formats.some((it) => known.has(it));
  if (hasFormat(EMAIL_FORMATS) || look === "{emails}")
    return perSubject(({ text }) => emailsIn(text));
  if (hasFormat(URL_FORMATS) || look?.startsWith("https://") === true) {
    const site = SITE.exec(name)?.[0].toLowerCase() ?? "";
    return perSubject(({ text }) => urlsIn(text).filter((url) => url.toLowerCase().includes(site)));
  }
  if (formats.includes("date") || formats.includes("date-time") || isDay(look))
    return dateFor(name, formats.includes("date-time"));
  if (look === "{currencies}")
    return perSubject(({ money }) => {
      const codes = new Set(money.map(({ value }) => value.currency));
      return codes.size === 1 ? [...codes] : NONE;
    });
  if (look !== undefined && LANGUAGES.has(look))
    return OTHER_LANGUAGE.test(name)
      ? undefined
      : perSubject(({ detected: { code, isSure } }) => {
          if (!isSure && code === "en") return NONE;
          return look === "{languages}" ? [reader.languageName(code), code] : [code];
        });
  if (PHONE_NAME.test(nameWords(name).join(" ")))
    return perSubject(({ text, digitRuns }) =>
      phonesIn(text, digitRuns).flatMap((phone) => [phone, phone.replace(/[^+\d]/g, "")]),
    );
  const isAlike = shapeOf(hints);
  if (isAlike !== undefined)
    return perSubject(({ codes }) => codes.map(({ value }) => value).filter(isAlike));
  if (/version|firmware/i.test(name))
    return perSubject(({ text, digitRuns }) => versionsIn(text, digitRuns));
  const isCode = nameWords(name).some((word) => CODE_NAME.test(word));
  return patterns.length > 0 || isCode ? codeFor(hints) : undefined;
}

const PHONE_NAME: RegExp =
  /\b(?:phone|telephone|tel|mobile|cell|whatsapp|fax|telefon|telefono|telefone|handy|celular)\b/;
const LANGUAGES: ReadonlySet<Look> = new Set(["{languages}", "{languageCodes}", "{locales}"]);

function isDay(look: Look | undefined): boolean {
  return look !== undefined && /^\{\d{4}\.\.\d{4}\}/.test(look);
}

const DATE_LENGTH = 10;

/** Names of the ends of a period, which an input states with just two dates. */
const PERIOD_START: RegExp =
  /\b(?:start|starts|begin|begins|from|check in|checkin|departure|pickup|invoice|issue|issued|posted|published|created|opened|ordered|meeting)\b/;
const PERIOD_END: RegExp =
  /\b(?:end|ends|until|to|check out|checkout|return|dropoff|due|deadline|by|expiry|expires|valid|next)\b/;

/** Names of dates that are far from the input's own, so that its only date isn't theirs. */
const FAR_DATE: RegExp =
  /\b(?:birth|born|dob|death|died|hire|hired|joined|graduation|expiry|expiration|expires|return|next)\b/;

function dateFor(name: string, isTime: boolean): StatedTexts {
  const find = valueNamed(name);
  const words = nameWords(name).join(" ");
  const isEnd = PERIOD_END.test(words);
  const isStart = !isEnd && PERIOD_START.test(words);
  const isFar = FAR_DATE.test(words);
  const endOf = (dates: readonly string[]): string | undefined =>
    dates.length === 2 && isStart !== isEnd ? [...dates].sort()[isStart ? 0 : 1] : undefined;
  return perSubject(({ text, dates }) => {
    const times = isTime ? dates.filter(({ value }) => value.length > DATE_LENGTH) : [];
    const fit = times.length > 0 ? times : dates;
    const only = !isFar && fit.length === 1 ? fit[0]?.value : undefined;
    const found = find(text, fit) ?? only ?? endOf(fit.map(({ value }) => value));
    if (found === undefined) return NONE;
    if (!isTime) return [found.slice(0, DATE_LENGTH)];
    return found.length > DATE_LENGTH ? [found] : timesOn(found, text, isEnd);
  });
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
function codeFor({ name, patterns }: TextHints): StatedTexts {
  const find = valueNamed(name);
  // A postal or area code is not one of the input's other codes.
  const takesOnly = !nameWords(name).includes("code");
  return perSubject(({ text, codes }) => {
    if (codes.length === 0) return NONE;
    const named = find(text, codes);
    const lettered = codes.map(({ value }) => value).filter((value) => /\p{L}/u.test(value));
    const isTelling = patterns.length > 0 || (takesOnly && lettered.length === 1);
    const telling = isTelling ? lettered : NONE;
    return named === undefined ? telling : [named, ...telling];
  });
}
