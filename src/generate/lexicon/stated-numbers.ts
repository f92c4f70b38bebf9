import {
  type Hints,
  type NumberHints,
  type NumberModel,
  nameWords,
  singularOf,
} from "schema-values";
import { oncePer } from "../../core/once-per.ts";
import { currencyOf, type Money } from "../reading/amounts.ts";
import {
  namedByAny,
  otherUnitTest,
  type ValueFinder,
  valueFinder,
} from "../reading/named-values.ts";
import { agesIn, personsIn } from "../reading/persons.ts";
import type { Reader } from "../reading/reader.ts";
import { keptOf, type Stated } from "../reading/stated.ts";
import { READ_CHARACTERS } from "../reading/units.ts";
import type { Looks } from "../words/words.ts";
import { nameTable } from "./names.ts";
import { opinionScale } from "./opinion-scale.ts";
import { type Finder, type InputSubject, perSubject } from "./subject.ts";

/** Properties whose amounts are in cents. */
const CENTS: RegExp = /(?:\b|_)cents?\b|smallest currency unit/i;

const THOUSANDS: RegExp = /\bin thousands\b|(?:_|^)(?:thousands|k)(?:_|$)/i;
const MILLIONS: RegExp = /\bin millions\b|(?:_|^)(?:millions?|mio|mln)(?:_|$)/i;

/** The factor from whole units to the unit that a string names; undefined if it names none. */
function factorOf(text: string): number | undefined {
  if (CENTS.test(text)) return 100;
  if (MILLIONS.test(text)) return 1e-6;
  return THOUSANDS.test(text) ? 1e-3 : undefined;
}

/** Ways in which subjects state or suggest a number. */
type StatedNumber = Pick<NumberModel, "stated" | "suggested">;

const tablesOf = oncePer(({ money, opinions }: Looks["lists"]) => ({
  money: nameTable([[true, money]]),
  opinions: nameTable([[true, opinions]]),
}));

/** Names of the bounds of a range: `min_amount` is the lowest amount that a subject states. */
const LEAST: RegExp = /^(?:min|minimum|lower|low|from)$/;
const END: RegExp = /^(?:min|minimum|lower|low|from|max|maximum|upper|high|to)$/;

const TOTAL: RegExp = /^(?:sub)?total$/i;
/** Words after the kind of money: the amount in dispute, the price per unit, the price quoted. */
const QUALIFIER: RegExp = /^(?:in|of|due|paid|per|usd|eur|gbp|chf|millions?|thousands)$|ed$/;
const isLong = ({ length }: string): boolean => length > 2;

/** The number that a subject states for a property, or suggests on a scale of opinions. */
export function statedNumber(
  hints: NumberHints,
  model: NumberModel,
  reader: Reader,
): StatedNumber | undefined {
  const amount = statedAmount(hints, reader);
  if (amount !== undefined) return amount;
  const { opinions } = tablesOf(reader.words.looks.lists);
  if (opinions(nameWords(hints.name)) === true) return opinionScale(hints, model, reader);
  return hints.siblings === undefined ? undefined : statedCount(hints, reader);
}

/** The amount that a subject states for a property; undefined if its name isn't about money. */
export function statedAmount(hints: Hints, reader: Reader): StatedNumber | undefined {
  const own = nameWords(hints.name).filter((word) => !CENTS.test(word) && !END.test(word));
  // The bounds of a salary can be named "min" and "max".
  const kind = own.length > 0 ? own : nameWords(hints.owner ?? "");
  const { money } = tablesOf(reader.words.looks.lists);
  const isMoney = (all: readonly string[]): boolean => {
    const qualified = all.findIndex((word, i) => i > 0 && QUALIFIER.test(word));
    return money(qualified < 0 ? all : all.slice(0, qualified)) === true;
  };
  if (!isMoney(kind)) return undefined;
  // A total that the subject states is seldom that of an item in a list.
  if (hints.siblings === undefined && hints.owner !== undefined && TOTAL.test(hints.name))
    return {};
  const rivals = hints.siblings?.filter((it) => it === hints.name || isMoney(nameWords(it)));
  return amountOf(hints, reader, rivals);
}

/** Words before "year" that show that it is not a number of years, a school year, or an age. */
const DATED: RegExp = /^(?:birth|built|construction|copyright|founded|graduation|publi|release)/;

/** Whether a number can be a year, by default a recent one. */
const isYear = (value: number, first = 1801): boolean => value >= first && value < 2100;

/** A number that is beside the property's name in the text: "6 servings", "Attendance: 11,045". */
function statedCount(hints: NumberHints, reader: Reader): StatedNumber | undefined {
  const { name, siblings } = hints;
  const isPlain = hints.isWhole || name.includes("percent");
  const words = nameWords(name);
  // A sibling whose name has a short word doesn't count: "in" and "of" are beside many numbers.
  const rivals = siblings?.filter((it) => it === name || nameWords(it).every(isLong));
  const find = valueFinder(name, reader, { rivals, isUnique: true });
  if (find.isKindOnly || !words.some(isLong)) return undefined;
  const unnamed = unnamedFor(words, reader);
  const persons = personsFor(words, reader);
  const isTotal = words.includes("total");
  const isDated = DATED.test(words[0] ?? "") && reader.isIn("years", words.at(-1) ?? "");
  const isOfTotal = namedByAny(["total"], reader);
  const isOwn = namedByAny(
    words.filter((word) => word !== "total"),
    reader,
  );
  const isOtherUnit = otherUnitTest(words.slice(1), reader);
  const among = <Value>(values: readonly Stated<Value>[]): readonly Stated<Value>[] => {
    const all = keptOf(
      values,
      (it) => !isOtherUnit(it) && !(isDated && !isYear(Number(it.value), 1000)),
    );
    const isOnly = isTotal && all.filter(isOwn).length === 1;
    // Several numbers can be parts of a total that the text doesn't state.
    return isTotal && !isOnly ? all.filter(isOfTotal) : all;
  };
  const counted = words.filter((word) => word !== "count").at(-1) ?? "";
  const one = singularOf(counted);
  // "Room 204" isn't a number of rooms.
  const label =
    one === "" || one === words.at(-1)
      ? undefined
      : new RegExp(`(?<![a-z]|\\d )${one} (?:no\\.? |#)?\\d`);
  return {
    stated: perSubject((subject) => {
      const [number, other] = persons(subject);
      if (number !== undefined) return other === undefined ? number : undefined;
      if (!find.mayName(subject.lower) || label?.test(subject.lower)) return unnamed(subject);
      const count = find.named(among(subject.numbers)) ?? unnamed(subject);
      // "Nights" isn't the amount in "€90 per night".
      return count ?? (isPlain ? undefined : find.named(among(subject.money))?.amount);
    }),
  };
}

/** Finds ages, or a number of persons, which texts seldom call by the property's name. */
function personsFor(words: readonly string[], reader: Reader): Finder<readonly number[]> {
  const isIn = (list: "ages" | "groups" | "people"): boolean =>
    words.some((word) => reader.isIn(list, word));
  if (isIn("ages")) return ({ text, textRuns }) => agesIn(text, textRuns);
  const isSize = isIn("groups") && /^(?:size|count|number)$/.test(words.at(-1) ?? "");
  const isCount = (isIn("people") || isSize) && !words.some((word) => END.test(word));
  return isCount ? ({ plain }) => personsIn(plain, reader) : () => [];
}

const COORDINATES: RegExp =
  /(?<![\w.])(-?[0-8]?\d\.\d{3,12})°?,? {0,2}(-?(?:1[0-7]|\d)?\d\.\d{3,12})(?!\w|\.\w)/;
const SIDES: readonly RegExp[] = [/^lat(?:itude)?$/, /^(?:lon|lng|long|longitude)$/];

/** Finds a number that needs no name: a coordinate, or the only year in a string. */
function unnamedFor(words: readonly string[], reader: Reader): Finder<number | undefined> {
  const last = words.at(-1) ?? "";
  const side = SIDES.findIndex((it) => it.test(last));
  if (side >= 0)
    return ({ text }) => {
      const found = COORDINATES.exec(text.slice(0, READ_CHARACTERS))?.[1 + side];
      return found === undefined ? undefined : Number(found);
    };
  if (!reader.isIn("years", last)) return () => undefined;
  const isOther = namedByAny(reader.words.looks.lists.references.split(", "), reader);
  return ({ numbers }) => {
    const plain = numbers.filter((it) => !isOther(it));
    const [year, other] = plain.filter(({ value }) => isYear(value));
    return other === undefined ? year?.value : undefined;
  };
}

/** A currency in a description. */
const CURRENCY: RegExp = /\bin (?:US )?([A-Z]{3}|euros?|dollars?)\b/;
/** Words before an amount that is only a minimum, or only a maximum. */
const LEAST_WORDS: readonly string[] = ["least", "from", "minimum", "over", "above"];
const MOST_WORDS: readonly string[] = ["up", "most", "under", "below", "less", "maximum"];

function amountOf(
  { name, description, siblings: neighbors }: Hints,
  reader: Reader,
  rivals: readonly string[] | undefined,
): StatedNumber {
  const factor = factorOf(nameWords(name).join("_")) ?? factorOf(description) ?? 1;
  const find = valueFinder(name, reader, { isMoney: true, rivals, neighbors });
  const words = nameWords(name);
  const end = words.find((word) => END.test(word));
  const isLeast = end !== undefined && LEAST.test(end);
  const isOtherUnit = otherUnitTest(words, reader);
  const [, told = ""] = CURRENCY.exec(description) ?? [];
  const [currency] = [...words, told].flatMap((it) => currencyOf(it.toUpperCase()) ?? []);
  const isOtherEnd = namedByAny(end === undefined ? [] : isLeast ? MOST_WORDS : LEAST_WORDS);
  return {
    stated: perSubject((subject) => {
      const { isForeign } = subject;
      const all = keptOf(
        subject.amounts,
        (it) =>
          !isOtherUnit(it) &&
          (currency === undefined || it.value.currency === "" || it.value.currency === currency),
      );
      const free = end === undefined ? [] : find.free(all);
      const last = free.findIndex(({ value }) => value.isRangeEnd);
      const range = free.slice(Math.max(0, last - 1), last + 1).map(({ value }) => value.amount);
      // The bounds of a range are left out, because neither is the amount of another property.
      const money = keptOf(
        all,
        (it, i) => !it.value.isRangeEnd && !all[i + 1]?.value.isRangeEnd && !isOtherEnd(it),
      );
      const named = find.named(money, isForeign) ?? find.left(money);
      const other = named?.amount ?? (find.isKindOnly ? sumIn(money) : zeroFor(find, subject));
      const amount = range.length < 2 ? other : range.sort((a, b) => a - b).at(isLeast ? 0 : -1);
      return amount && Number((amount * factor).toPrecision(DOUBLE_DIGITS));
    }),
  };
}

/** Number of significant decimal digits to keep, so that rounding errors of doubles vanish. */
const DOUBLE_DIGITS = 15;

/** The amount that is the sum of all other amounts; undefined if there is none. */
function sumIn(money: readonly Stated<Money>[]): number | undefined {
  const most = Math.max(...money.map(({ value }) => value.amount));
  const sum = money.reduce((all, { value }) => all + value.amount, 0);
  return money.length > 2 && sum === 2 * most ? most : undefined;
}

/** Returns 0 if the input says, for example, "no fee"; otherwise undefined. */
function zeroFor(find: ValueFinder, subject: InputSubject): number | undefined {
  if (!find.mayName(subject.lower)) return undefined;
  return find.named(subject.numbers.filter(({ value }) => value === 0));
}
