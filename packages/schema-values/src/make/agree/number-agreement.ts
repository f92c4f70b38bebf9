import type { JsonObject } from "../../json.ts";
import { isFiller, listIn, mentionedIn, numberIn, objectsIn, propertiesIn } from "./mentions.ts";
import { exchange, timePairsOf } from "./order-agreement.ts";
import {
  type Agreement,
  isStated,
  type Properties,
  type Property,
  type Reckon,
  replace,
  wordsIn,
} from "./property.ts";
import { momentLike, momentOf, timeAt } from "./times.ts";

/** Makes numbers match their descriptions: a count, a sum, a difference, or a duration. */
export function numberAgreements(properties: Properties): Agreement[] {
  const lists = properties.filter((it) => it.isList());
  return properties
    .filter((it) => it.isNumber())
    .flatMap((target) => {
      const others = properties.filter((it) => it !== target);
      const span = spanOf(target, others);
      if (span !== undefined) return [span];
      const total = totalOf(target, others, lists);
      const reckon = countOf(target, lists) ?? indexIn(target, others) ?? total;
      const result = reckon ? undefined : resultOf(target, others);
      return reckon ? [reckoned(target, reckon, total !== undefined)] : (result ?? []);
    });
}

/** Sets a number to its computed value. Keeps a total that the subject states. */
function reckoned(target: Property, reckon: Reckon, isTotal: boolean): Agreement {
  return (out, making) => {
    const before = out[target.key];
    if (typeof before !== "number" || (isTotal && isStated(before, making))) return;
    const result = reckon(out);
    if (result !== undefined) replace(out, target, roundedFor(target, result));
  };
}

/** The value rounded to two decimals or as described, or to an integer if that is required. */
function roundedFor({ fits, description }: Property, value: number): number {
  const factor = /\b(?:one|1) decimal/i.test(description) ? 10 : 100;
  const rounded = Math.round(value * factor) / factor;
  return fits(rounded) ? rounded : Math.round(value);
}

const COUNT: RegExp = /\b(?:number|count) of ([^.;,(]+)/i;
const COUNT_NAME: RegExp =
  /^(?:(?:num|number of|n|total|no of|count of|anzahl) (.+)|(.+) (?:count|total))$/;
/** Name endings of items whose total is a sum, not a count. */
const SUMMED: RegExp = /\b(?:amount|charge|cost|discount|expense|fee|hour|payment|price|tax)$/;

/** Computes the number of a list's items for a property such as `item_count`. */
function countOf({ stem, description }: Property, lists: Properties): Reckon | undefined {
  const [, after, before = ""] = COUNT_NAME.exec(stem) ?? [];
  const name = /\btotal\b/.test(stem) && SUMMED.test(after ?? before) ? "" : (after ?? before);
  const [only, other] = lists.filter((it) => it.items() !== undefined);
  for (const words of [wordsIn(COUNT.exec(description)?.[1] ?? ""), ` ${name} `]) {
    const spare =
      only && other === undefined && words === " item " ? { list: only, rest: "" } : undefined;
    const found = listIn(words, lists) ?? spare;
    if (found === undefined) continue;
    const { list, rest } = found;
    // In "number of beds in all rooms", beds are counted, not rooms.
    if (isFiller(rest))
      return ({ [list.key]: items }) => (Array.isArray(items) ? items.length : undefined);
  }
  return undefined;
}

const INDEX: RegExp = /\bindex (?:in|into|of|within) ([^.;,(]+)/i;
const FROM_1: RegExp = /\b(?:1|one)-based\b|\b(?:at|from|with) (?:1|one)\b/i;
const CHOSEN: RegExp = / (?:best|chosen|correct|right|selected) /g;

/** Sets an index to the position of another property's value, or keeps it within the list. */
function indexIn(target: Property, others: Properties): Reckon | undefined {
  const words = wordsIn(INDEX.exec(target.description)?.[1] ?? "").replace(CHOSEN, " ");
  const { found, rest } = mentionedIn(words, others);
  const [list, item] = [true, false].map((is) => found.find((it) => it.isList() === is));
  const from = FROM_1.test(target.description) ? 1 : 0;
  if (!list || !isFiller(rest.replace(` ${list.stem} `, " "))) return undefined;
  return (out) => {
    const items = out[list.key];
    if (!Array.isArray(items)) return undefined;
    const value = item === undefined ? undefined : out[item.key];
    const index = items.findIndex((it) => Object.values(it ?? "").includes(value) || it === value);
    return from + (index < 0 ? numberIn(out, target) % Math.max(items.length, 1) : index);
  };
}

const TOTAL: RegExp =
  /\b(sum|total|average|mean|highest|largest|maximum|lowest|smallest|minimum)(?: of)? ([^.;(]+)/i;

const NOT: RegExp = /\b(?:excluding|never|no|not|without)\b/i;

/** Computes a sum, mean, or extreme, such as "Sum of quantity times weight over all items". */
function totalOf(target: Property, others: Properties, lists: Properties): Reckon | undefined {
  const stated = TOTAL.exec(target.description);
  const [, name = "", what = ""] = stated ?? [];
  const kind = name.toLowerCase();
  // "Not included in the total price of the items" doesn't define a total.
  const before = target.description.slice(0, stated?.index ?? 0).split(/[.;]/);
  if (NOT.test(before.at(-1) ?? "")) return undefined;
  // "Maximum amount that may be refunded" doesn't describe the items either.
  if (/\b(?:allowed|can|could|may|possible)\b/i.test(what)) return undefined;
  const words = wordsIn(what);
  const { list, rest } = listIn(words, lists) ?? { list: undefined, rest: words };
  for (const each of list === undefined ? lists : [list]) {
    const items = propertiesIn(each).filter((it) => it.isNumber());
    const { found, rest: others } = mentionedIn(rest, items);
    // "The maximum price that the customer pays" is not about the items.
    if (list === undefined && !TIMES.test(what) && !isFiller(others)) continue;
    const terms = TIMES.test(what) ? found : found.slice(0, 1);
    if (terms.length > 0)
      return (out) => {
        const values = objectsIn(out, each).map((item) =>
          terms.reduce((product, it) => product * numberIn(item, it), 1),
        );
        return values.length === 0 && kind !== "sum" ? undefined : overall(kind, values);
      };
  }
  const numbers = others.filter((it) => it.isNumber());
  const { found, rest: more } = mentionedIn(wordsIn(what.replace(/,? rounded.*/i, "")), numbers);
  const isClear = kind === "sum" || isFiller(more);
  if (kind === "" || kind === "total" || found.length < 2 || !isClear) return undefined;
  const valuesIn = (out: JsonObject): number[] => found.map((it) => numberIn(out, it));
  return (out) => overall(kind, valuesIn(out));
}

function overall(kind: string, values: readonly number[]): number {
  const sum = values.reduce((all, value) => all + value, 0);
  if (kind === "average" || kind === "mean") return sum / values.length;
  if (/^(?:highest|largest|maximum)$/.test(kind)) return Math.max(...values);
  return /^(?:lowest|smallest|minimum)$/.test(kind) ? Math.min(...values) : sum;
}

const TIMES: RegExp = /\btimes\b|\bmultiplied by\b|[*×]/;
const OPERATOR: RegExp = /\b(minus|plus|times|multiplied by|divided by)\b| ([-+*×/÷]) /;

/** Computes a described formula, such as "Total minus advance_paid" or "quantity * unit_price". */
function resultOf(target: Property, others: Properties): Agreement | undefined {
  const { description } = target;
  const clause = description.split(/[.;(]/).find((it) => OPERATOR.test(it)) ?? "";
  const [first = "", ...rest] = clause.split(OPERATOR).filter((part) => part !== undefined);
  if (rest.length === 0) return undefined;
  const numbers = others.filter((it) => it.isNumber());
  const operands = [first, ...rest.filter((_, i) => i % 2 === 1)].map((part) =>
    mentionedIn(wordsIn(part), numbers),
  );
  // A dash or a slash between longer phrases is not an operator.
  const hasSign = rest.some((sign, i) => i % 2 === 0 && /^[-/]$/.test(sign));
  if (hasSign && !operands.every((it) => isFiller(it.rest))) return undefined;
  const terms = operands.flatMap(({ found }) => (found.length === 1 ? found : []));
  if (terms.length < operands.length) return undefined;
  const signs = rest.filter((_, i) => i % 2 === 0);
  const reckon = (out: JsonObject): number =>
    terms
      .map((it) => numberIn(out, it))
      .reduce((all, value, i) => calculated(all, signs[i - 1] ?? "", value));
  const isSum = signs.every((sign) => /^(?:minus|plus|[-+])$/.test(sign));
  const apply = reckoned(target, reckon, false);
  const [minuend, subtrahend] = terms;
  return (out, making) => {
    const result = out[target.key];
    const isFree = terms.every(({ key }) => !isStated(out[key], making));
    if (minuend && isFree && isSum && typeof result === "number" && isStated(result, making)) {
      // The subject states the result, so the first term changes to match it.
      const rest = reckon(out) - numberIn(out, minuend);
      if (result > rest) replace(out, minuend, roundedFor(minuend, result - rest));
    } else if (minuend && subtrahend && isFree && reckon(out) < 0) {
      // A difference is seldom negative, so the two numbers are swapped.
      const [one, other] = [out[minuend.key] ?? null, out[subtrahend.key] ?? null];
      exchange(out, [minuend, other], [subtrahend, one]);
    }
    apply(out, making);
  };
}

function calculated(one: number, sign: string, other: number): number {
  if (/^(?:minus|-)$/.test(sign)) return one - other;
  if (/^(?:plus|\+)$/.test(sign)) return one + other;
  return /^(?:divided|[/÷])/.test(sign) ? one / (other || 1) : one * other;
}

const UNITS_MS: { readonly [unit in string]?: number } = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  night: 86_400_000,
  week: 604_800_000,
  // The average month of the Gregorian calendar.
  month: 2_629_746_000,
  year: 31_556_952_000,
};
const UNIT: RegExp = /(?<!\b(?:next|per) )\b(second|minute|hour|night|day|week|month|year)s?\b/i;
/** Words in the names of quantities that are not durations: `night_rate`, `length_cm`. */
const NO_SPAN: RegExp = /\b(?:amount|charge|cm|cost|fee|km|m|mm|percent|price|rate|score)\b/;
const SPAN_NAME: RegExp = /\b(?:duration|length|stay|elapsed|night)\b/;
const BETWEEN: RegExp = /\b(?:from|between) ([^.;,]+)/i;

/** Names of times that describe the record itself, not the event that it is about. */
const OF_RECORD: RegExp = /^(?:created|modified|published|updated|uploaded)\b/;

/** Computes a duration, such as `nights` or "Minutes from detected_at to resolved_at". */
function spanOf(target: Property, others: Properties): Agreement | undefined {
  const { stem, description } = target;
  const unit = UNIT.exec(stem)?.[1] ?? UNIT.exec(description)?.[1] ?? "";
  const unitMs = UNITS_MS[unit.toLowerCase()];
  if (unitMs === undefined || NO_SPAN.test(stem)) return undefined;
  const ends = BETWEEN.exec(description)?.[1]?.split(/ (?:to|until|and) /) ?? [];
  const isOfDays = /^(?:day|night|week|month|year)$/i.test(unit);
  const pairs = timePairsOf(others).filter(
    ({ first: { fits, name } }) => fits("2026-01-01") === isOfDays && !OF_RECORD.test(name),
  );
  const told = ends.flatMap((part) => mentionedIn(wordsIn(part), others).found.slice(0, 1));
  const [only, other] = SPAN_NAME.test(stem) || ends.length > 0 ? pairs : [];
  const between = other === undefined && only ? [only.first, only.second] : [];
  const [first, second] = told.length === 2 ? told : between;
  if (first === undefined || second === undefined) return undefined;
  const endAt = isOfDays ? timeAt : momentLike;
  return (out, making) => {
    const [start, end] = [momentOf(out[first.key]), momentOf(out[second.key])];
    const before = out[target.key];
    if (start === undefined || end === undefined) {
      const isOpen = out[first.key] === null || out[second.key] === null;
      if (isOpen && making.turns === undefined && target.fits(null)) replace(out, target, null);
      return;
    }
    const [startTime, endTime] = [out[first.key], out[second.key]];
    // A duration can't be negative, so the times are swapped.
    if (end < start) {
      const isFixed = isStated(startTime, making) || isStated(endTime, making);
      if (isFixed || !exchange(out, [first, endTime ?? null], [second, startTime ?? null])) return;
    }
    const length = Math.round(Math.abs(end - start) / unitMs);
    if (target.fits(length)) replace(out, target, length);
    else if (typeof before === "number" && !isStated(out[second.key], making))
      replace(out, second, endAt(Math.min(start, end) + before * unitMs, String(out[second.key])));
  };
}
