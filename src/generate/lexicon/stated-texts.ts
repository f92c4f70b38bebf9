import { nameWords, type Subject, type TextHints } from "schema-values";
import { valueNamed } from "../reading/named-values.ts";
import type { Reader } from "../reading/reading.ts";
import { emailsIn, urlsIn } from "../reading/stated.ts";
import { known } from "./subject.ts";
import type { Look } from "./text-writer.ts";

/** Strings that a subject states for a property, the most usual first. */
export type StatedTexts = (subject: Subject) => readonly string[];

const NONE: readonly string[] = [];
const EMAIL_FORMATS: ReadonlySet<string> = new Set(["email", "idn-email"]);
const URL_FORMATS: ReadonlySet<string> = new Set(["uri", "url", "iri", "uri-reference"]);
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
  if (hasFormat(EMAIL_FORMATS) || look === "{emails}") return ({ text }) => emailsIn(text);
  if (hasFormat(URL_FORMATS) || look?.startsWith("https://") === true)
    return ({ text }) => urlsIn(text);
  if (formats.includes("date") || formats.includes("date-time") || isDay(look))
    return dateFor(name, formats.includes("date-time"));
  if (look === "{currencies}") return currencyOf;
  if (look === "{languages}" || look === "{languageCodes}" || look === "{locales}")
    return (subject) => {
      const { code, isSure } = known(subject).reading.language;
      if (!isSure) return NONE;
      return look === "{languages}" ? [reader.languageName(code), code] : [code];
    };
  const isCode = nameWords(name).some((word) => CODE_NAME.test(word));
  return patterns.length > 0 || isCode ? codeFor(name, patterns.length > 0) : undefined;
}

function isDay(look: Look | undefined): boolean {
  return look !== undefined && /^\{\d{4}\.\.\d{4}\}/.test(look);
}

const DATE_LENGTH = 10;

function dateFor(name: string, isTime: boolean): StatedTexts {
  const find = valueNamed(name);
  return (subject) => {
    const { dates } = known(subject).reading;
    const fit = isTime ? dates.filter(({ value }) => value.length > DATE_LENGTH) : dates;
    const found = find(subject.text, fit);
    if (found === undefined) return NONE;
    return isTime ? [found] : [found.slice(0, DATE_LENGTH)];
  };
}

const currencyOf: StatedTexts = (subject) => {
  const codes = new Set(known(subject).reading.money.map(({ value }) => value.currency));
  return codes.size === 1 ? [...codes] : NONE;
};

/** Codes with letters and digits can be recognized by a pattern alone; numbers need a name. */
function codeFor(name: string, hasPattern: boolean): StatedTexts {
  const find = valueNamed(name);
  return (subject) => {
    const { codes } = known(subject).reading;
    if (codes.length === 0) return NONE;
    const named = find(subject.text, codes);
    const telling = hasPattern
      ? codes.map(({ value }) => value).filter((value) => /\p{L}/u.test(value))
      : NONE;
    return named === undefined ? telling : [named, ...telling];
  };
}
