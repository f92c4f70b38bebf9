import { nameWords, type Subject, type TextHints } from "schema-values";
import { emailsIn, hostsFor, phonesIn, urlsIn } from "../reading/addresses.ts";
import { labelFinder } from "../reading/named-labels.ts";
import { languageFinder } from "../reading/named-languages.ts";
import { formsOf, namedByAny, valueFinder } from "../reading/named-values.ts";
import { numberedAs, plateIn, postcodesIn } from "../reading/numbered.ts";
import type { Reader } from "../reading/reader.ts";
import { keptOf, type Placed, type Stated } from "../reading/stated.ts";
import { hasWordStart } from "../reading/units.ts";
import { shapeOf } from "./examples.ts";
import { type InputSubject, perSubject } from "./subject.ts";
import type { Look } from "./text-writer.ts";

/** Strings that a subject states for a property, the most usual first. */
export type StatedTexts = (subject: Subject) => readonly string[];

const NONE: readonly string[] = [];
const EMAIL_FORMATS: readonly string[] = ["email", "idn-email"];
const URL_FORMATS: readonly string[] = ["uri", "url", "iri", "uri-reference"];
export const LANGUAGES: readonly Look[] = ["{languages}", "{languageCodes}", "{locales}"];
/** Names of languages that are not the input's. */
export const OTHER_LANGUAGE: RegExp =
  /languages|spoken|native|target|known|preferred|sprachen|langues|idiomas|lingue|talen/i;
/** Sites whose names a URL contains if a property asks for it. */
const SITE: RegExp = /linkedin|github|twitter|facebook|instagram|youtube|tiktok|wikipedia/i;
const CODE_NAME: RegExp =
  /^(?:id|identifier|number|no|nr|num|code|ref|reference|sku|iban|isbn|ean|upc|vin|ticket|order|invoice|tracking|serial|nummer|numero)$/;

/** A string property, and the known facts about its siblings. */
type Asked = {
  readonly hints: TextHints;
  readonly reader: Reader;
  /** The siblings with a name for which a test holds; undefined if they are unknown. */
  rivals(isRival: (name: string) => boolean): readonly string[] | undefined;
  /** The look of strings with a name. */
  lookOf(name: string): Look | undefined;
};

/** How a subject states a property's strings; undefined if the property asks for something else. */
export function statedTexts(
  hints: TextHints,
  look: Look | undefined,
  { reader, lookOf }: Pick<Asked, "reader" | "lookOf">,
): StatedTexts | undefined {
  const rivals: Asked["rivals"] = (isRival) => hints.siblings?.filter(isRival);
  const find = finderOf({ hints, reader, rivals, lookOf }, look);
  return find && perSubject(find);
}

function finderOf(
  asked: Asked,
  look: Look = "",
): ((subject: InputSubject) => readonly string[]) | undefined {
  const { hints, reader, lookOf } = asked;
  const { references } = reader.words.looks.lists;
  const { name, formats, patterns } = hints;
  const isIn = (known: readonly string[]): boolean => formats.some((it) => known.includes(it));
  if (isIn(EMAIL_FORMATS) || look === "{emails}")
    return addressFor(asked, (it) => lookOf(it) === "{emails}", emailsIn);
  if (isIn(URL_FORMATS) || look.startsWith("https://")) {
    const site = SITE.exec(name)?.[0].toLowerCase() ?? "";
    return ({ text }) => urlsIn(text).filter((url) => url.toLowerCase().includes(site));
  }
  if (isIn(["time"])) return clockFor(asked);
  if (isIn(["date", "date-time"]) || DATE_LOOK.test(look))
    return dateFor(asked, formats.includes("date-time"));
  const [hosts] = [...formats, ...(IP_LOOK.test(look) ? ["ipv4"] : [])].flatMap(
    (format) => hostsFor(format) ?? [],
  );
  if (hosts !== undefined) return ({ text }) => hosts(text);
  if (patterns.some((it) => it.includes(":")) || CLOCK_LOOK.test(look)) return clockFor(asked);
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
  if (isAlike !== undefined)
    return (subject) => [
      ...subject.codes.map(({ value }) => value).filter(isAlike),
      ...numbered(subject),
    ];
  if (patterns.length > 0 || isCodeName(name)) return codeFor(asked);
  return DIGITS_LOOK.test(look) ? numbered : undefined;
}

/** Finds the only currency, language, or color that a subject names. */
function listedFor(
  look: Look,
  name: string,
  reader: Reader,
): ((subject: InputSubject) => readonly string[]) | undefined {
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
  const named = languageFinder(name, reader);
  const isOther = OTHER_LANGUAGE.test(name);
  return ({ text, detected }) => {
    const code = named(text) ?? (isOther ? undefined : detected.code);
    if (code === undefined) return NONE;
    return look === "{languages}" ? [reader.languageName(code), code] : [code];
  };
}

/** Finds what directly follows one of some words, or a translation of it. */
function numberedFor(
  words: readonly string[],
  reader: Reader,
): (subject: InputSubject) => readonly string[] {
  const names = words.flatMap((word) => formsOf(word, reader));
  const find = numberedAs(names);
  // Most strings have none of the words, which is faster to find out.
  const starts = names.map((name) => name.slice(0, SHORTEST_NAME));
  return ({ text, lower }) => (starts.some((it) => hasWordStart(lower, it)) ? find(text) : NONE);
}

/** The words of a name that can be before a code: "hive" in "hive 11". */
function namesOfCode(name: string): readonly string[] {
  return nameWords(name).filter((word) => word.length >= SHORTEST_NAME && !CODE_NAME.test(word));
}

function isCodeName(name: string): boolean {
  return nameWords(name).some((word) => CODE_NAME.test(word));
}

const DATE_LOOK: RegExp = /^\{\d{4}\.\.\d{4}\}/;

const PLATE_NAME: RegExp =
  /\b(?:plate|plate number|(?:vehicle|car) (?:registration|reg)|kennzeichen|matricula|immatriculation|targa|kenteken)$/;
const POSTCODE_NAME: RegExp =
  /\b(?:post code|postcode|postal code|zip|zip code|zipcode|plz|postleitzahl|code postal|cep)$/;
const SHORTEST_NAME = 3;
/** A look without words, or none. */
const DIGITS_LOOK: RegExp = /^(?:\{#+\}|\{[\d-]+\}|\{A+\}|[A-Z-])*$/;

const PHONE_NAME: RegExp =
  /\b(?:phone|hotline|helpline|callback number|contact number|telephone|tel|mobile|cell|whatsapp|fax|telefon|telefono|telefone|handy|celular)\b/;
const isPhoneName = (name: string): boolean => PHONE_NAME.test(nameWords(name).join(" "));
const PHONES: readonly string[] = ["phone", "telephone", "tel", "call", "mobile", "telefon"];
/** Number of words before a value that can say what it is. */
const NEAR = 3;
const IP_LOOK: RegExp = /^\{11-223\}\./;
const CLOCK_LOOK: RegExp = /^\{(?:08-20|clock)\}/;

/** The addresses that a subject states, first those after the property's words. */
function addressFor(
  { hints: { name, owner = "" }, reader, rivals }: Asked,
  isRival: (name: string) => boolean,
  addressesIn: (text: string, digitRuns: readonly number[]) => readonly Stated<string>[],
  otherWords: readonly string[] = [],
) {
  const words = nameWords(`${owner} ${name}`).filter((word) => !reader.isIn("generic", word));
  const roles = reader.words.looks.lists.roles.split(", ");
  const hasRole = words.some((word) => roles.includes(word));
  const { free } = valueFinder(name, reader, { rivals: rivals(isRival), isUnique: true });
  const isOwn = namedByAny(words, reader);
  const isOther = namedByAny(hasRole ? roles.filter((it) => !words.includes(it)) : [], reader);
  const isNear = nearTest(otherWords, reader);
  return ({ text, textRuns }: InputSubject): readonly string[] => {
    const all = free(addressesIn(text, textRuns)).filter((it) => !isNear(it));
    const own = all.filter(isOwn);
    const others = all.filter((it) => !own.includes(it) && !isOther(it));
    return [...own, ...others].map(({ value }) => value);
  };
}

/** A test whether one of some words is just before a value. */
function nearTest(words: readonly string[], reader?: Reader): (it: Stated<string>) => boolean {
  const isNamed = namedByAny(words, reader);
  return ({ names }) => isNamed({ names: names.slice(-NEAR) });
}

const DATE_LENGTH = 10;

function dateFor(asked: Asked, isTime: boolean) {
  const { find, isEnd } = momentFinder(
    asked,
    asked.rivals((it) => DATE_LOOK.test(asked.lookOf(it) ?? "")),
    !isTime,
  );
  return ({ plain: text, dates }: InputSubject): readonly string[] => {
    if (dates.length === 0) return NONE;
    const times = isTime ? dates.filter(({ value }) => value.length > DATE_LENGTH) : [];
    const found = find(times.length > 0 ? times : dates, text);
    if (found === undefined) return NONE;
    if (!isTime) return [found.slice(0, DATE_LENGTH)];
    return found.length > DATE_LENGTH ? [found] : timesOn(found, text, isEnd);
  };
}

/** Times of day as in the text, and with the parts that formats add: seconds and a time zone. */
function clockFor(asked: Asked) {
  const { formats, patterns } = asked.hints;
  const { find } = momentFinder(
    asked,
    asked.rivals((it) => CLOCK_LOOK.test(asked.lookOf(it) ?? "")),
  );
  const otherwise = patterns.length > 0 ? codeFor(asked) : () => NONE;
  return (subject: InputSubject): readonly string[] => {
    const found = find(subject.clocks, subject.plain);
    if (found === undefined) return otherwise(subject);
    const whole = found.length > SHORT_CLOCK ? found : `${found}:00`;
    if (formats.includes("time")) return [`${whole}Z`];
    return patterns.length > 0 ? [found, whole] : [found];
  };
}

const SHORT_CLOCK = "10:30".length;
/** The words between the ends of a period: "to", "bis zum", or a dash. */
const BETWEEN: RegExp =
  /^ ?(?:[-–—]|(?!.*\b(?:from|vom|von|du|del|dal|desde)\b)\p{L}{1,8}(?: \p{L}{1,4})?) ?$/u;

/** How to find the date or the time of day for a property. */
type MomentFinder = {
  find(moments: readonly Placed<string>[], text: string): string | undefined;
  /** Whether it is the end of a period. */
  readonly isEnd: boolean;
};

function momentFinder(
  { hints: { name }, reader }: Asked,
  rivals: readonly string[] | undefined,
  isDay = false,
): MomentFinder {
  const words = nameWords(name);
  const { nextDates, periodStarts, periodEnds, untils } = reader.words.looks.lists;
  const { named, left, free } = valueFinder(name, reader, { rivals });
  const start = reader.lastIn("periodStarts", words);
  const end = reader.lastIn("periodEnds", words);
  const stay = isDay ? words.find((word) => /^(?:arriv|depart)/.test(word)) : undefined;
  const isEnd = stay === undefined ? end >= 0 && end >= start : stay.startsWith("depart");
  const isFar = reader.lastIn("farDates", words) >= 0;
  const next = phrasesOf(nextDates);
  const isNext = next.test(words.join(" "));
  const isStart = namedByAny(periodStarts.split(", "), reader);
  const isUntil = nearTest(untils.split(", "));
  const isNamed = words.some((word) => !reader.isIn("generic", word));
  const isEndNamed = namedByAny(periodEnds.match(/\b[a-z]{5,}(?=,|$)/g) ?? [], reader);
  const isBirth = nearTest(isFar ? [] : ["birth", "born", "dob"], reader);
  const find: MomentFinder["find"] = (moments, text) => {
    const all = keptOf(moments, (it) => !isBirth(it));
    const follows = all.filter(({ from, at }) => next.test(text.slice(from, at)));
    if (isNext) return named(follows) ?? follows[0]?.value;
    const own = follows.length === 0 ? all : all.filter((it) => !follows.includes(it));
    const [only] = own;
    const found = named(own);
    const range = rangeIn(own, text);
    const ends = range.length === 0 && own.length === 2 ? own : range;
    const period = ends.map(({ value }) => value).sort();
    const isInRange = found === undefined || (range.length > 0 && period.includes(found));
    if (isInRange && Math.max(start, end) >= 0 && period.length > 0)
      return period.at(isEnd ? -1 : 0);
    if (found !== undefined || only === undefined) return found;
    const others = own.filter((it) => !range.includes(it));
    if (own.length > 1) return isFar ? undefined : left(others, own.length);
    const isOnly = rivals?.every((it) => it === name) && !isStart(only);
    const isOfEnd = isNamed && isEndNamed(only) && !isStart(only);
    if (free(own).length === 0) return undefined;
    const isStated = isEnd ? isOnly || isUntil(only) : !isFar && !isOfEnd;
    return isStated ? only.value : undefined;
  };
  return { find, isEnd };
}

/** A pattern of words that start like one of some phrases. */
function phrasesOf(phrases: string): RegExp {
  const words = phrases.replaceAll(", ", "|").replaceAll(" ", "\\P{L}{1,9}");
  return new RegExp(`(?<!\\p{L})(?:${words})`, "iu");
}

/** The first moments that are the ends of a period, as in "from … to …". */
function rangeIn(moments: readonly Placed<string>[], text: string): readonly Placed<string>[] {
  const start = moments.findIndex(({ value, at }, i) => {
    const next = moments[i + 1];
    return next !== undefined && BETWEEN.test(text.slice(at + value.length, next.at));
  });
  return start < 0 ? [] : moments.slice(start, start + 2);
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

const DECIMAL: RegExp = /^[^.]*\.[^.]*$/;
/** Only a pattern or examples tell "4C" or "B2" from other words. */
const SHORT_CODE = 2;
/** Without a name, "COVID-19" and "H264" are words. */
const UNNAMED_CODE: RegExp = /^(?=.{5})(?=(?:\D*\d){3})(?:.*[A-Z]|\d{10})/;

/** With a pattern: a letter, more than one dot, or many digits. */
const TELLING_CODE: RegExp = /[A-Z]|\.\d+\.|^\d{10}/;

/** Codes with letters have a pattern, or are the only one; numbers need a name. */
function codeFor({ hints: { name, patterns }, reader, rivals }: Asked) {
  const find = valueFinder(name, reader, { rivals: rivals(isCodeName), isUnique: true });
  // A postal or area code is not one of the input's other codes.
  const takesOnly = !nameWords(name).includes("code");
  const form = patterns.length > 0 ? TELLING_CODE : UNNAMED_CODE;
  const isPhone = nearTest(PHONES);
  const isNamed = namedByAny(nameWords(name), reader);
  const numbered = patterns.length > 0 ? () => NONE : numberedFor(namesOfCode(name), reader);
  const isSpaced = patterns.every((it) => /\\s|[ .]/.test(it));
  return (subject: InputSubject): readonly string[] => {
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
