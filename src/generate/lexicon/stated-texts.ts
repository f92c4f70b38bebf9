import { nameWords, type Subject, type TextHints } from "schema-values";
import { valueNamed } from "../reading/named-values.ts";
import type { Reader } from "../reading/reader.ts";
import { emailsIn, urlsIn, versionsIn } from "../reading/stated.ts";
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
  const isAlike = shapeOf(hints);
  if (isAlike !== undefined)
    return perSubject(({ codes }) => codes.map(({ value }) => value).filter(isAlike));
  if (/version|firmware/i.test(name))
    return perSubject(({ text, digitRuns }) => versionsIn(text, digitRuns));
  const isCode = nameWords(name).some((word) => CODE_NAME.test(word));
  return patterns.length > 0 || isCode ? codeFor(name, patterns.length > 0) : undefined;
}

const LANGUAGES: ReadonlySet<Look> = new Set(["{languages}", "{languageCodes}", "{locales}"]);

function isDay(look: Look | undefined): boolean {
  return look !== undefined && /^\{\d{4}\.\.\d{4}\}/.test(look);
}

const DATE_LENGTH = 10;

/** Names of the ends of a period, which an input states with just two dates. */
const PERIOD_START: RegExp =
  /\b(?:start|starts|begin|begins|from|check in|checkin|departure|pickup)\b/;
const PERIOD_END: RegExp = /\b(?:end|ends|until|to|check out|checkout|return|dropoff)\b/;

function dateFor(name: string, isTime: boolean): StatedTexts {
  const find = valueNamed(name);
  const words = nameWords(name).join(" ");
  const [isStart, isEnd] = [PERIOD_START.test(words), PERIOD_END.test(words)];
  const endOf = (dates: readonly string[]): string | undefined =>
    dates.length === 2 && isStart !== isEnd ? [...dates].sort()[isStart ? 0 : 1] : undefined;
  return perSubject(({ text, dates }) => {
    const fit = isTime ? dates.filter(({ value }) => value.length > DATE_LENGTH) : dates;
    const only = isTime && fit.length === 1 ? fit[0]?.value : undefined;
    const found = find(text, fit) ?? only ?? endOf(fit.map(({ value }) => value));
    if (found === undefined) return NONE;
    return isTime ? [found] : [found.slice(0, DATE_LENGTH)];
  });
}

/** Codes with letters and digits can be recognized by a pattern alone; numbers need a name. */
function codeFor(name: string, hasPattern: boolean): StatedTexts {
  const find = valueNamed(name);
  return perSubject(({ text, codes }) => {
    if (codes.length === 0) return NONE;
    const named = find(text, codes);
    const telling = hasPattern
      ? codes.map(({ value }) => value).filter((value) => /\p{L}/u.test(value))
      : NONE;
    return named === undefined ? telling : [named, ...telling];
  });
}
