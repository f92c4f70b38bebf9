import { cached, nameWords } from "schema-values";
import { oncePer } from "../../core/once-per.ts";
import type { Reader } from "./reader.ts";
import { SAME, type Stated, wordMask, wordStarts } from "./stated.ts";
import { hasWordStart } from "./units.ts";

/** Finds the value that a string states for a property. */
export type ValueFinder = ReturnType<typeof valueFinder>;

type Named = Pick<Stated<unknown>, "names">;
/** Tests a value, at a distance in words from the property's name, by the words before it. */
type StatedTest = (value: Named, distance?: number) => boolean;

/** The rules by which a property shares a string's values with other properties. */
type Asking = {
  readonly isMoney?: boolean;
  /** All properties that ask for the same kind of value; undefined if they are unknown. */
  readonly rivals?: readonly string[] | undefined;
  /** Properties that can ask for other values, which a string states beside their names. */
  readonly neighbors?: readonly string[] | undefined;
  /** Whether a value that fits several rivals equally well belongs only to the first of them. */
  readonly isUnique?: boolean;
};

/**
 * Prepares a search for the values that strings state for a property with a name. It finds the
 * value that the most words of the name precede (if there are several, the value nearest to them),
 * unless a rival's name fits it better. If the name only states the kind of value, there must be
 * exactly one value. A foreign string is not in English.
 */
export function valueFinder(name: string, reader: Reader, asking: Asking = {}) {
  const { isMoney = false, rivals, neighbors = [], isUnique = false } = asking;
  const words = nameWords(name);
  const namings = (names: readonly string[] = []): readonly Naming[] =>
    names.filter((it) => it !== name).map((it) => namingOf(it, reader, isMoney));
  const own = namingOf(name, reader, isMoney);
  const [others, besides] = [namings(rivals), namings(neighbors)];
  const earlier = isUnique ? (rivals?.indexOf(name) ?? 0) : 0;
  const isWhole = isMoney ? wholeAmountTest(words, own, reader) : () => true;
  const isOther = isMoney ? otherKindTest(words, reader) : () => false;
  const isOtherSalary: StatedTest = words.includes("salary") ? isOther : () => false;
  const isPart = words.some((word) => reader.isIn("partsOfMoney", word));
  const onlyOf = <Value>([only, other]: readonly Stated<Value>[]): Value | undefined =>
    only === undefined || other !== undefined || isPart || !isWhole(only) || isOther(only)
      ? undefined
      : only.value;
  /** The values that no rival's name fits better. */
  const free = <Value>(values: readonly Stated<Value>[]): readonly Stated<Value>[] => {
    const claims = others.map((it) => it.best(values));
    return values.filter((value) => {
      const rank = rankOf(value, own);
      const isLost = claims.some((claim, i) => {
        const isWeaker = (i < earlier || own.isTotal) && !isBetter(rank, claim.rank);
        if (claim.value === undefined) return i < earlier && rank === NO_RANK;
        return claim.value === value && (isWeaker || isBetter(claim.rank, rank));
      });
      return !isLost && (rank.count > 0 || besides.every((it) => rankOf(value, it).distance > 1));
    });
  };
  const roots = own.words.map((word) => word.toLowerCase().slice(0, SAME));
  return {
    /** Whether the property's name only states the kind of value. */
    isKindOnly: own.isKindOnly,
    /** Whether a lowercase string can have one of the name's words: a test that most fail. */
    mayName: (lower: string): boolean => roots.some((root) => hasWordStart(lower, root)),
    free,
    named: <Value>(values: readonly Stated<Value>[], isForeign = false): Value | undefined => {
      const [only] = values;
      if (own.isKindOnly && values.length === 1 && words.length > 0) {
        if (only === undefined || !isWhole(only) || isOtherSalary(only)) return undefined;
        const rank = rankOf(only, own);
        return others.some((it) => isBetter(it.best(values).rank, rank)) ? undefined : only.value;
      }
      // "Subtotal 29, total 31.90 EUR" states only one of its amounts with a currency.
      let best = bestOf(own, values, isOther).value;
      // Most texts name no value for a property, and then its rivals don't matter.
      if (best !== undefined && others.length > 0) best = bestOf(own, free(values), isOther).value;
      // A string in another language can't contain the name's words, so its only value counts,
      // unless it evidently has another meaning.
      return best === undefined && isForeign ? onlyOf(values) : best?.value;
    },
    /** The only free value, if there is one for each rival; `count` is the number of all values. */
    left: <Value>(values: readonly Stated<Value>[], count = values.length): Value | undefined =>
      rivals === undefined || count !== others.length + 1 || (own.isTotal && count > 1)
        ? undefined
        : onlyOf(free(values)),
  };
}

/** The starts of a name's words and of their translations, which name a property's values. */
type Terms = {
  readonly wanted: readonly (readonly Start[])[];
  readonly all: readonly Start[];
};

/** The words with which a string names a property's values. */
type Naming = Terms & {
  /** The value that a string names best; cached, because every rival needs it. */
  best(values: readonly Stated<unknown>[]): Best;
  /** The words and their translations. */
  readonly words: readonly string[];
  /** Whether the name only states the kind of value. */
  readonly isKindOnly: boolean;
  readonly isTotal: boolean;
};

/** Maximum number of words of a name that count. */
const MOST_WORDS = 8;
const MOST_NAMINGS = 1000;
const namingsOf = oncePer((_: Reader) => new Map<string, Naming>());

/** The words with which strings name a property, which are the same in all objects. */
function namingOf(name: string, reader: Reader, isMoney: boolean): Naming {
  const known = namingsOf(reader);
  if (known.size > MOST_NAMINGS) known.clear();
  return cached(known, `${isMoney} ${name}`, () => newNaming(name, reader, isMoney));
}

function newNaming(name: string, reader: Reader, isMoney: boolean): Naming {
  const words = nameWords(name).slice(0, MOST_WORDS);
  // In a count's name, words such as "item" say what is counted, so they are kept.
  const counted = words.at(-1) === "count" ? words.slice(0, -1) : [];
  const telling = words.filter(
    (word) =>
      counted.includes(word) ||
      !(reader.isIn("generic", word) || (isMoney && reader.isIn("genericOfMoney", word))),
  );
  const isKindOnly = telling.length === 0;
  const isTotal = words.includes("total");
  const asked = isKindOnly ? words : [...telling, ...(isTotal ? ["total"] : [])];
  const forms = asked.map((word) => formsOf(word, reader));
  const wanted = forms.map((it) => it.map(startOf));
  const terms: Terms = { wanted, all: wanted.flat() };
  return {
    ...{ ...terms, words: forms.flat(), isKindOnly, isTotal },
    best: oncePer((values) => bestOf(terms, values)),
  };
}

/** A rating of how well a string names a value: matching words, distance, and whole words. */
type Rank = { readonly count: number; readonly distance: number; readonly whole: number };

const NO_RANK: Rank = { count: 0, distance: Infinity, whole: 0 };

type Best<Value = unknown> = { readonly value: Stated<Value> | undefined; readonly rank: Rank };

function rankOf(value: Stated<unknown>, { wanted, all }: Terms): Rank {
  let count = 0;
  for (const starts of wanted) if (hasAny(value, starts)) count++;
  if (count === 0) return NO_RANK;
  const whole = value.names.filter((name) => all.some((it) => it.whole === name)).length;
  return { count, distance: distanceOf(value, all), whole };
}

function isBetter(one: Rank, other: Rank): boolean {
  if (one.count !== other.count) return one.count > other.count;
  if (one.distance !== other.distance) return one.distance < other.distance;
  return one.whole > other.whole;
}

/** The value that a string names best for a property. */
function bestOf<Value>(
  terms: Terms,
  values: readonly Stated<Value>[],
  isOther: StatedTest = () => false,
): Best<Value> {
  let [best, rank]: [Stated<Value> | undefined, Rank] = [undefined, NO_RANK];
  for (const value of values) {
    const each = rankOf(value, terms);
    if (isBetter(each, rank) && !isOther(value, each.distance)) [best, rank] = [value, each];
  }
  return { value: best, rank };
}

/** Tests whether an amount is the whole amount that a property asks for, not a part of it. */
function wholeAmountTest(words: readonly string[], { all }: Naming, reader: Reader): StatedTest {
  // Only whole words count, because "tax" is a part of an amount, but "taxi" isn't.
  const parts = reader.words.looks.lists.partsOfMoney
    .split(", ")
    .filter((word) => !words.includes(word))
    .map((word) => ({ ...startOf(word), mask: -1 }));
  const wholes = [...all, ...startsOf("total", reader)];
  return (it) =>
    distanceOf(it, wholes) < distanceOf(it, parts) || !hasAny(it, parts) || hasAny(it, INCLUDED);
}

/** Tests whether another kind of money is named nearer to an amount than the property. */
function otherKindTest(words: readonly string[], reader: Reader): StatedTest {
  const others = reader.words.looks.lists.kindsOfMoney
    .split(", ")
    .filter((kind) => !words.includes(kind))
    .flatMap((kind) => startsOf(kind, reader));
  return (value, distance = Infinity) =>
    hasAny(value, others) && distanceOf(value, others) < distance;
}

/** Tests whether one of the words precedes a value; with a reader, also in other languages. */
export function namedByAny(words: readonly string[], reader?: Reader): StatedTest {
  const wanted = words.flatMap((word) => (reader ? startsOf(word, reader) : [startOf(word)]));
  return (value) => hasAny(value, wanted);
}

/** Tests whether a value has another unit than the name's; false for names without a unit. */
export function otherUnitTest(words: readonly string[], reader: Reader): StatedTest {
  const units = reader.words.looks.lists.measures.split(", ").map((forms) => forms.split(" "));
  const forms = words.flatMap((word) => [word, `${word}s`]);
  const own = units.filter((it) => it.some((form) => forms.includes(form)));
  if (own.length === 0) return () => false;
  const isOwn = namedByAny(own.flat());
  const isOther = namedByAny(units.filter((it) => !own.includes(it)).flat());
  return (value) => isOther(value) && !isOwn(value);
}

/** Number of words directly before a value that count as near it. */
const NEAR = 3;
/** Tests whether one of the words is among the last words before a value. */
export function nearTest(words: readonly string[], reader?: Reader): StatedTest {
  const isNamed = namedByAny(words, reader);
  return ({ names }) => isNamed({ names: names.slice(-NEAR) });
}

/** An amount "including VAT" or "inkl. MwSt." is the whole amount. */
const INCLUDED: readonly Start[] = ["incl", "inkl"].map(startOf);

/** The start of a word that names a value; `whole` has more of the word's letters. */
type Start = { readonly start: number; readonly mask: number; readonly whole: number };

/** Number of letters that a word shares with the key of its translations. */
const ROOT = 5;

/** A word and its translations, but none for two letters, as many words start with "in". */
export function formsOf(word: string, reader: Reader): readonly string[] {
  const singular = word.replace(/(?<=..[^su])e?s$/, "");
  const isLike = ([it]: readonly [string, string]): boolean =>
    it === singular || it.startsWith(word.slice(0, ROOT));
  const [, translated] = (word.length > 2 && reader.translations.find(isLike)) || [];
  return [...new Set([word, singular]), ...(translated?.split(", ") ?? [])];
}

/** The starts of a word and of its translations. */
function startsOf(word: string, reader: Reader): readonly Start[] {
  return formsOf(word, reader).map(startOf);
}

function startOf(word: string): Start {
  const [whole = 0] = wordStarts(word, 0, word.length);
  // Keeps only the lower 32 bits.
  return { start: whole | 0, mask: wordMask(word), whole };
}

/** The distance in words from a value back to the last wanted word before it. */
function distanceOf({ names }: Named, wanted: readonly Start[]): number {
  const isWanted = (name: number): boolean =>
    wanted.some(({ start, mask }) => (name & mask) === start);
  return names.length - names.findLastIndex(isWanted);
}

function hasAny({ names }: Named, wanted: readonly Start[]): boolean {
  return wanted.some(({ start, mask }) => names.some((name) => (name & mask) === start));
}
