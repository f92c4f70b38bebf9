import { nameWords, type TextHints } from "schema-values";
import { namedByAny, nearTest, valueFinder } from "../reading/named-values.ts";
import type { Reader } from "../reading/reader.ts";
import { keptOf, type Placed } from "../reading/stated.ts";
import type { Finder } from "./subject.ts";
import type { Look } from "./text-writer.ts";

/** A string property, and the known facts about its siblings. */
export type Asked = {
  readonly hints: TextHints;
  readonly reader: Reader;
  /** The look of a string property with this name. */
  lookOf(name: string): Look | undefined;
};

/** Finds the strings that an input states, the best match first. */
export type TextFinder = Finder<readonly string[]>;

/** The siblings whose names pass a test; undefined if the siblings are unknown. */
export function rivalsOf({ siblings }: TextHints, isRival: (name: string) => boolean) {
  return siblings?.filter(isRival);
}

/** Looks of dates and of times of day. */
export const DATE_LOOK: RegExp = /^\{\d{4}\.\.\d{4}\}/;
export const CLOCK_LOOK: RegExp = /^\{(?:08-20|clock)\}/;
const NONE: readonly string[] = [];
const DATE_LENGTH = 10;

/** Finds the date that a string states for a property, or the date with a time; none if unclear. */
export function dateFor(asked: Asked, isTime: boolean): TextFinder {
  const { find, isEnd } = momentFinder(asked, DATE_LOOK, !isTime);
  return ({ plain: text, dates }) => {
    if (dates.length === 0) return NONE;
    const times = isTime ? dates.filter(({ value }) => value.length > DATE_LENGTH) : [];
    const found = find(times.length > 0 ? times : dates, text);
    if (found === undefined) return NONE;
    if (!isTime) return [found.slice(0, DATE_LENGTH)];
    return found.length > DATE_LENGTH ? [found] : timesOn(found, text, isEnd);
  };
}

/** Times of day as in the text, and with the parts that formats add: seconds and a time zone. */
export function clockFor(asked: Asked, otherwise: TextFinder): TextFinder {
  const { formats, patterns } = asked.hints;
  const { find } = momentFinder(asked, CLOCK_LOOK);
  return (subject) => {
    const found = find(subject.clocks, subject.plain);
    if (found === undefined) return otherwise(subject);
    const whole = found.length > SHORT_CLOCK ? found : `${found}:00`;
    if (formats.includes("time")) return [`${whole}Z`];
    return patterns.length > 0 ? [found, whole] : [found];
  };
}

const SHORT_CLOCK = "10:30".length;
/** The words between the start and the end of a period: "to", "bis zum", or a dash. */
const BETWEEN: RegExp =
  /^ ?(?:[-–—]|(?!.*\b(?:from|vom|von|du|del|dal|desde)\b)\p{L}{1,8}(?: \p{L}{1,4})?) ?$/u;

/** Finds the date or the time of day for a property, which may be the end of a period. */
function momentFinder(asked: Asked, look: RegExp, isDay = false) {
  const { hints, reader, lookOf } = asked;
  const { name } = hints;
  const rivals = rivalsOf(hints, (it) => look.test(lookOf(it) ?? ""));
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
  const find = (moments: readonly Placed<string>[], text: string): string | undefined => {
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

/** A pattern for words that start like one of the comma-separated phrases. */
function phrasesOf(phrases: string): RegExp {
  const words = phrases.replaceAll(", ", "|").replaceAll(" ", "\\P{L}{1,9}");
  return new RegExp(`(?<!\\p{L})(?:${words})`, "iu");
}

/** The first two dates that start and end a period, as in "from … to …"; none without one. */
function rangeIn(moments: readonly Placed<string>[], text: string): readonly Placed<string>[] {
  const start = moments.findIndex(({ value, at }, i) => {
    const next = moments[i + 1];
    return next !== undefined && BETWEEN.test(text.slice(at + value.length, next.at));
  });
  return start < 0 ? [] : moments.slice(start, start + 2);
}

/** Number of characters after a date in which a string can state times of that day. */
const REACH = 40;
const CLOCK: RegExp = /(?<![\d:])(?:[01]\d|2[0-3]):[0-5]\d(?![\d:])/g;

/** The instant on a day at the first time after it, or at the last for the end of a period. */
function timesOn(day: string, text: string, isEnd: boolean): readonly string[] {
  const after = text.indexOf(day) + day.length;
  const clocks = text.slice(after, after + REACH).match(CLOCK) ?? [];
  const clock = clocks.at(isEnd ? -1 : 0);
  return clock === undefined ? NONE : [`${day}T${clock}:00Z`];
}
