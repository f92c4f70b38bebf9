import type { JsonValue } from "../../json.ts";
import { type Making, type ObjectDraft, setProperty } from "../making.ts";
import {
  type Agreement,
  isStated,
  type Properties,
  type Property,
  replace,
  wordsIn,
} from "./property.ts";
import { dayOf, isDay, momentOf, moved, TIMES, timeAt } from "./times.ts";

/** Two properties whose values must be in ascending order. */
export type Pair = {
  readonly first: Property;
  readonly second: Property;
  readonly isOfTimes: boolean;
};

/** Maximum number of passes. A long chain of values may need more, and stays unsorted. */
const PASSES = 3;

/** Puts start and end values in order, if their schemas allow it. */
export function orderAgreement(properties: Properties): Agreement | undefined {
  const pairs = pairsOf(properties);
  if (pairs.length === 0) return undefined;
  return (out, making) => {
    for (const pair of pairs) bringNear(out, pair, making);
    for (let pass = 0; pass < PASSES; pass++)
      if (pairs.filter((pair) => swap(out, pair, making)).length === 0) break;
  };
}

const TIME: RegExp = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?$/;
const MONTH_LENGTH = "2026-01".length;
/** Times at least this many years apart are not moved, because the gap is probably intended. */
const FAR_YEARS = 4;

/** Moves a pair's second time to the month of its first time, unless the subject states either. */
function bringNear(out: ObjectDraft, { first, second }: Pair, making: Making): void {
  const [one, other] = [out[first.key], out[second.key]];
  if (typeof one !== "string" || typeof other !== "string") return;
  // The times may be far apart if the description says so: "Ten years after the signed date".
  if (/\byears\b/i.test(second.description)) return;
  if (!TIME.test(one) || !TIME.test(other) || isStated(one, making) || isStated(other, making))
    return;
  if (Math.abs(Number.parseInt(one, 10) - Number.parseInt(other, 10)) >= FAR_YEARS) return;
  replace(out, second, one.slice(0, MONTH_LENGTH) + other.slice(MONTH_LENGTH));
}

/** Pairs of properties for the start and the end of a period. */
export function timePairsOf(properties: Properties): readonly Pair[] {
  return pairsOf(properties.filter(({ fits }) => TIMES.some(fits)));
}

function pairsOf(properties: Properties): Pair[] {
  const byName = new Map(properties.map((property) => [property.name, property]));
  const described = properties.flatMap((it): Pair[] => {
    const [first, second] = limitsIn(it.description, properties);
    if (first !== undefined && first !== it) return [{ first, second: it, isOfTimes: true }];
    return second === undefined || second === it ? [] : [{ first: it, second, isOfTimes: true }];
  });
  const named = properties.flatMap((first) => {
    const name = ` ${first.name} `;
    if (!name.split(" ").some((word) => EARLIER_WORDS.has(word))) return [];
    return ORDERED_WORDS.flatMap(({ before, after, isOfTimes }) => {
      if (!name.includes(before)) return [];
      const second = byName.get(name.replace(before, after).trim());
      return second === undefined ? [] : [{ first, second, isOfTimes }];
    });
  });
  return [...described, ...named];
}

const AFTER: RegExp =
  /(?<!not |never )\b(?:after|on or after|(?:no|not) earlier than|(?:never|not) before|following) (?:the )?([^.;,]+)/i;
const BEFORE: RegExp =
  /(?<!never |not )\b(?:before|not after|(?:no|not) later than|prior to) (?:the )?([^.;,]+)/i;

/** The properties that a description names as the earliest and the latest possible date. */
export function limitsIn(
  description: string,
  among: Properties,
): readonly [Property | undefined, Property | undefined] {
  const named = (pattern: RegExp): Property | undefined =>
    dateNamed(pattern.exec(description)?.[1] ?? "", among);
  return [named(AFTER), named(BEFORE)];
}

const ROOT_LENGTH = 4;
const DATE_WORDS = ["", "at", "date", "day", "on", "time"];

/** The only date property that a phrase mentions, such as `meeting_date` for "the meeting". */
function dateNamed(phrase: string, among: Properties): Property | undefined {
  const rootsOf = (words: string): string[] =>
    words
      .trim()
      .split(" ")
      .filter((word) => !DATE_WORDS.includes(word))
      .map((word) => word.slice(0, ROOT_LENGTH));
  const roots = rootsOf(wordsIn(phrase));
  const found = (roots.length === 0 ? [] : among).filter(({ stem, fits }) => {
    const own = rootsOf(stem);
    const isNamed = own.length > 0 && own.every((root) => roots.includes(root));
    return isNamed && TIMES.some(fits);
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Corrects a wrong order: moves the value that the subject doesn't state, or swaps the values. */
function swap(out: ObjectDraft, { first, second, isOfTimes }: Pair, making: Making): boolean {
  const [one, other] = [out[first.key], out[second.key]];
  if (one === undefined || other === undefined) return false;
  const isWrong = isAfter(one, other, isOfTimes);
  if (!isDay(one) || !isDay(other)) {
    if (!isWrong) return false;
    const [isOne, isOther] = [isStated(one, making), isStated(other, making)];
    if (isOne === isOther) return exchange(out, [first, other], [second, one]);
    return exchange(out, isOne ? [second, beside(one, 1)] : [first, beside(other, -1)]);
  }
  const [day, otherDay] = [dayOf(one), dayOf(other)];
  const [isFirst, isSecond] = [isStated(day, making), isStated(otherDay, making)];
  // If the subject states a day twice, the period may begin and end on that day.
  const isTwice = making.subject?.text.indexOf(day) !== making.subject?.text.lastIndexOf(day);
  const isRepeated = one === day && one === other && isFirst && !isTwice;
  if (!isWrong && !isRepeated) return false;
  // An arrival can start a stay or end a flight, so two stated days may be in either order.
  if (isFirst && isSecond && second.name.startsWith("arriv")) return false;
  if (isFirst && (!isSecond || isRepeated)) return exchange(out, [second, moved(one, 1, other)]);
  if (isSecond && !isFirst) return exchange(out, [first, moved(other, -1, one)]);
  // If only one of the values has a time of day, they swap only their dates.
  return one.length === other.length
    ? exchange(out, [first, other], [second, one])
    : exchange(out, [first, moved(other, 0, one)], [second, moved(one, 0, other)]);
}

const HOUR_MS = 3_600_000;

/** The time one hour before (-1) or after (1) a value; the value itself if that passes midnight. */
function beside(value: JsonValue, sign: number): JsonValue {
  const at = momentOf(value);
  const time = at === undefined ? value : timeAt(at + sign * HOUR_MS, String(value));
  return isAfter(sign < 0 ? time : value, sign < 0 ? value : time, true) ? value : time;
}

/** Sets all properties, or none if one property's schema doesn't allow the new value. */
export function exchange(out: ObjectDraft, ...changes: readonly [Property, JsonValue][]): boolean {
  const isAllowed = changes.every(([{ fits }, value]) => fits(value));
  if (isAllowed) for (const [{ key }, value] of changes) setProperty(out, key, value);
  return isAllowed;
}

/** Dates and times that sort correctly as strings. */
const MOMENT: RegExp = /^(?:\d{4}-\d\d|\d\d:\d\d)/;
/** September 2001 as a Unix time in seconds; smaller numbers aren't treated as Unix times. */
const LEAST_TIMESTAMP = 1_000_000_000;

function isAfter(one: JsonValue, other: JsonValue, isOfTimes: boolean): boolean {
  if (typeof one === "string" && typeof other === "string")
    return one > other && MOMENT.test(one) && MOMENT.test(other);
  if (typeof one !== "number" || typeof other !== "number") return false;
  return one > other && (!isOfTimes || other >= LEAST_TIMESTAMP);
}

/** Chains of words in the names of times, from the earliest time to the latest. */
const IN_TIME =
  "created>updated>deleted|closed at>updated at|resolved at>updated at|booked at>check in|booking date>check in|boarding time>departure|boarding>departure|visit date>next appointment|signed on>valid until|signed on>effective date|signed>effective|signature date>effective date|effective date>termination date|date>deadline|issued on>due on|issued on>due date|date issued>date due|issue date>payment due date|created>closed|created>resolved|created>completed|created>expires|opened>resolved|requested>approved|departure>return|depart>return|departs>returns|outbound>inbound|outbound>return|purchased>returned|ordered>returned|acknowledged>resolved|created>modified|creation>modification|ordered>shipped>delivered|order>shipping>delivery|order>ship>delivery|opened>closed|opens>closes|opening>closing|departure>arrival|departs>arrives|departed>arrived|depart>arrive|check in>check out|checkin>checkout|pickup>dropoff|pick up>drop off|issue>expiry|issue>expiration|issue>due|issued>expires|issued>due|invoice>due|posted>expires|posted on>apply by|posted>deadline|posted on>application deadline|posted on>deadline|shipped at>estimated delivery|shipped on>estimated delivery|ship date>estimated delivery|meeting date>next meeting date|meeting date>next meeting|meeting date>follow up date|visit date>follow up date|visit date>next visit|date>next meeting|date>next appointment|date>follow up date|date>followup date|date>due date|incident>reported|occurred>reported|published>updated|admission>discharge|admitted>discharged|hire>termination|hired>terminated|joined>left|reported>resolved|detected>resolved|started>resolved|received>resolved|received>processed|submitted>approved|submitted>reviewed|requested>completed|scheduled>completed|birth>death|born>died|enrollment>graduation|purchase>return|purchase>delivery|queued>started>finished|enqueued>started|started>completed|effective>expiration|effective>expiry|arrived>departed|registered>last login|beginn>ende|anfang>ende|debut>fin|inicio>fin|inizio>fine|inicio>fim";

/** Chains of words in the names of values of any kind, from the smallest value to the largest. */
const IN_ANY_ORDER =
  "diastolic>systolic|worst>average>best|lowest>avg>highest|price>original price|sale price>price|current price>original price|discounted price>original price|price>list price|completed>responses|min>median>max|lowest>median>highest|lowest>average>highest|min>average>max|min>avg>max|min>mean>max|minimum>average>maximum|low>average>high|start>end|begin>end|start>finish|starts>ends|started>ended|started>finished|begins>ends|from>to|from>until|from>till|since>until|since>to|min>max|minimum>maximum|lower>upper|low>high|lowest>highest|least>most|smallest>largest|first>last|page>total pages|page number>total pages|current page>total pages|step>total steps|current step>total steps|net>gross|left>right|x1>x2|y1>y2|x0>x1|y0>y1|correct>total|completed>total|passed>total|used>total|von>bis|desde>hasta|da>a";

/** Replacing `before` with `after` in a name gives the name of the later or larger value. */
const ORDERED_WORDS = [...wordPairs(IN_TIME, true), ...wordPairs(IN_ANY_ORDER, false)];
const EARLIER_WORDS = new Set(ORDERED_WORDS.map(({ before }) => before.trim().split(" ")[0]));

function wordPairs(text: string, isOfTimes: boolean) {
  return text.split("|").flatMap((chain) => {
    const steps = chain.split(">").map((step) => ` ${step} `);
    return steps.flatMap((before, i) =>
      steps.slice(i + 1).map((after) => ({ before, after, isOfTimes })),
    );
  });
}
