import { type Hints, type NumberHints, type NumberModel, nameWords } from "schema-values";
import { currencyOf, type Money, moneyIn } from "../reading/amounts.ts";
import { valueFinder } from "../reading/named-values.ts";
import { OPINIONS } from "../reading/opinion.ts";
import * as reader from "../reading/reader.ts";
import { nameTable } from "./names.ts";
import { known, perSubject } from "./subject.ts";

/** Words for amounts in cents, thousands, or millions. */
const CENTS: RegExp = /(?:\b|_)cents?\b|smallest currency unit/i;
const THOUSANDS: RegExp = /\bin thousands\b|(?:_|^)(?:thousands|k)(?:_|$)/i;
const MILLIONS: RegExp = /\bin millions\b|(?:_|^)(?:millions?|mio|mln)(?:_|$)/i;

/** The factor that converts an amount to the unit that a string names; undefined if none. */
function factorOf(text: string): number | undefined {
  if (CENTS.test(text)) return 100;
  if (MILLIONS.test(text)) return 1e-6;
  return THOUSANDS.test(text) ? 1e-3 : undefined;
}

const MONEY = nameTable([[true, reader.looks.lists.money]]);
const OPINION = nameTable([[true, reader.looks.lists.opinions]]);

/** Names of a range's bounds. They get random values, because inputs rarely state both clearly. */
const BOUND: RegExp = /^(?:min|minimum|lower|low|from|max|maximum|upper|high|to)$/;
/** Words that follow the kind of money in a name, such as "in" in "amount in dispute". */
const QUALIFIER: RegExp = /^(?:in|of|due|paid|per|cents?|usd|eur|gbp|chf|millions?|thousands)$|ed$/;

/** The parts of a scale from 0 to 1 that are for bad, neutral, and good opinions. */
const PARTS = [
  [0, 0.3],
  [0.4, 0.6],
  [0.7, 1],
] as const;

/** Functions that find the amount that an input states, or a number that fits its opinion. */
export function statedNumber(
  hints: NumberHints,
  model: NumberModel,
): Pick<NumberModel, "stated" | "suggested" | "fitting"> | undefined {
  const stated = statedAmount(hints);
  if (stated !== undefined) return { stated };
  if (OPINION(nameWords(hints.name)) !== true) return undefined;
  const min = Number.isFinite(hints.min) ? hints.min : model.min;
  const max = Number.isFinite(hints.max) ? hints.max : model.max;
  const factor = 10 ** (hints.isWhole ? 0 : Math.max(model.digits, max <= 1 ? 2 : 1));
  return {
    // Of five stars, two fit a good or bad opinion.
    fitting: 0.4,
    suggested: ({ rng }, subject) => {
      const { opinion } = known(subject);
      if (opinion === "none") return undefined;
      const [least, most] = PARTS[1 + Math.sign(OPINIONS[opinion])] ?? [0, 1];
      const share = least + (most - least) * rng.next();
      return Math.round((min + (max - min) * share) * factor) / factor;
    },
  };
}

const CURRENCY: RegExp = /\bin (?:US )?([A-Z]{3}|euros?|dollars?)\b/;
/** Number of significant decimal digits to keep, which removes the rounding errors of doubles. */
const DOUBLE_DIGITS = 15;

/** Finds stated amounts; undefined if the property isn't about money or is in a list's item. */
export function statedAmount({ name, owner, siblings, description }: Hints): NumberModel["stated"] {
  const isMoney = (it: string): boolean => {
    const all = nameWords(it);
    const qualified = all.findIndex((word, i) => i > 0 && QUALIFIER.test(word));
    const isBound = all.some((word) => BOUND.test(word));
    return !isBound && MONEY(qualified < 0 ? all : all.slice(0, qualified)) === true;
  };
  // An amount in the input could belong to any item of the list.
  const isOfItem = siblings === undefined && owner !== undefined;
  if (!isMoney(name) || isOfItem) return undefined;
  const find = valueFinder<Money>({
    name,
    owner,
    siblings,
    isRival: isMoney,
    special: "kindsOfMoney",
    generic: "genericOfMoney",
  });
  const words = nameWords(name);
  const factor = factorOf(words.join("_")) ?? factorOf(description) ?? 1;
  const [, told = ""] = CURRENCY.exec(description) ?? [];
  const [wanted] = [...words, told].flatMap((it) => currencyOf(it.toUpperCase()) ?? []);
  return perSubject((subject) => {
    const all = moneyIn(subject.text);
    const [found] = find(
      wanted === undefined ? all : all.filter(({ value }) => value.currency === wanted),
    );
    return found && Number((found.amount * factor).toPrecision(DOUBLE_DIGITS));
  });
}
