import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { Making } from "../making.ts";
import { mentionedIn, objectsIn, propertiesIn } from "./mentions.ts";
import { limitsIn, type Pair, timePairsOf } from "./order-agreement.ts";
import { type Agreement, type Properties, type Property, replace, wordsIn } from "./property.ts";
import { DAY_MS, isDay, momentOf, moved, TIMES, timeAt } from "./times.ts";

/** Makes lists match descriptions that ask for a period, an order, or consecutive numbers. */
export function listAgreements(properties: Properties): Agreement[] {
  const periods = timePairsOf(properties);
  return properties.flatMap((list) => {
    const items = propertiesIn(list);
    return [
      ...items.map((item) => limitsOf(list, item, properties, periods)),
      sortingOf(list, items),
      ...items.map((item) => numberingOf(list, item)),
    ].filter((it) => it !== undefined);
  });
}

type Item = { readonly object: JsonObject; readonly index: number };

/** Sets a property in a list's objects to new values, if these are defined and allowed. */
export function eachItem(
  list: Property,
  { key, fits }: Property,
  newValue: (item: Item, out: JsonObject, making: Making) => JsonValue | undefined,
): Agreement {
  return (out, making) => {
    const items = out[list.key];
    if (!Array.isArray(items)) return;
    const changed = items.map((object, index) => {
      if (!isJsonObject(object) || !Object.hasOwn(object, key)) return object;
      const value = newValue({ object, index }, out, making);
      return value === undefined || !fits(value) ? object : { ...object, [key]: value };
    });
    replace(out, list, changed);
  };
}

const RANK: RegExp = /^(?:rank|ranking|position|(?:line|step|item|sequence) number)$/;
const CONSECUTIVE: RegExp =
  /\b(?:(?:consecutive|sequential)(?:ly\b| (?:id|index|number|order|position)\b|(?= ?(?:[,.;)]|$)))|(?:[01]-based|starting (?:at|from|with) [01])\b)/i;
const FROM_0: RegExp = /\b(?:0-based|starting (?:at|from|with) 0)\b/i;

/** Numbers a list's objects if a property is a rank or its description asks for numbering. */
function numberingOf(list: Property, item: Property): Agreement | undefined {
  // A position in a portfolio or on a playing field is not a position in the list.
  const isElse =
    item.name === "position" &&
    /^(?!.*\b(?:index|order|place|position|rank))./is.test(item.description);
  const isNumbered = (RANK.test(item.name) && !isElse) || CONSECUTIVE.test(item.description);
  const from = FROM_0.test(item.description) ? 0 : 1;
  return isNumbered && item.isNumber()
    ? eachItem(list, item, ({ index }) => index + from)
    : undefined;
}

const SORTED: RegExp =
  /\b(?:chronological|(?:oldest|earliest|newest|latest|most recent|highest|largest|lowest|smallest|best) first|ascending|descending|(?:sorted|ordered|ranked) by)\b([^.;]*)/i;
const DESCENDING: RegExp = /\b(?:newest|latest|recent|highest|largest|best|descending|reverse)\b/i;

/** Names of number properties by which events can be sorted. */
const MINUTE: RegExp = /^(?:minute|second|timestamp|time|year)$/;

/** Sorts lists described as "in chronological order" or "sorted by score, highest first". */
function sortingOf(list: Property, items: Properties): Agreement | undefined {
  const [order, rest = ""] = SORTED.exec(list.description) ?? [];
  if (order === undefined) return undefined;
  const dated = items.find(
    ({ name, fits }) => (TIMES.some(fits) && !fits("x")) || MINUTE.test(name),
  );
  const key = (mentionedIn(wordsIn(rest), items).found[0] ?? dated)?.key;
  if (key === undefined) return undefined;
  const sign = DESCENDING.test(list.description) ? -1 : 1;
  return (out) => {
    const sorted = objectsIn(out, list).toSorted((a, b) => sign * compare(a[key], b[key]));
    // A list that also has items other than objects isn't sorted.
    const items = out[list.key];
    if (Array.isArray(items) && items.length === sorted.length) replace(out, list, sorted);
  };
}

function compare(one: JsonValue | undefined, other: JsonValue | undefined): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one) < String(other) ? -1 : Number(one !== other);
}

/** Moves a list's dates into the described period, such as "Date of expense, within the trip". */
function limitsOf(
  list: Property,
  item: Property,
  properties: Properties,
  [period, other]: readonly Pair[],
): Agreement | undefined {
  const isWithin = other === undefined && /\b(?:within|during)\b/i.test(item.description);
  const [first, last] = isWithin
    ? [period?.first, period?.second]
    : limitsIn(item.description, properties);
  if (first === undefined && last === undefined) return undefined;
  return eachItem(list, item, ({ object: { [item.key]: time } }, out, { rng }) => {
    const [from, to] = [first && out[first.key], last && out[last.key]];
    if (!isDay(time) || (isDay(from) && isDay(to) && time >= from && time <= to)) return undefined;
    // A limit that is only a time of day says nothing about the date, so it is ignored.
    const [start, end] = [from, to].map((it) => (isDay(it) ? momentOf(it) : undefined));
    if (start !== undefined && end !== undefined)
      return timeAt(start + rng.between(0, Math.max(0, (end - start) / DAY_MS)) * DAY_MS, time);
    if (isDay(from)) return time > from ? undefined : moved(from, 1, time);
    return isDay(to) && time >= to ? moved(to, -1, time) : undefined;
  });
}
