import { nameWords } from "schema-values";
import type { Reader } from "./reader.ts";
import { SAME, type Stated, wordMask, wordStarts } from "./stated.ts";

/** Finds the value that a string states for a property. A foreign string is in a language other than English. */
export type NamedFinder = <Value>(
  values: readonly Stated<Value>[],
  isForeign?: boolean,
) => Value | undefined;

/**
 * Prepares a search for the value that a string states for a property: the value after most words of the property's name, and
 * the nearest of these. If the name only describes the kind of value, the text must have exactly one.
 */
export function valueNamed(
  name: string,
  reader: Reader,
  { isMoney = false }: { readonly isMoney?: boolean } = {},
): NamedFinder {
  const words = nameWords(name);
  const telling = words.filter(
    (word) => !reader.isIn("generic", word) && !(isMoney && reader.isIn("genericOfMoney", word)),
  );
  const wanted = (telling.length > 0 ? telling : words).map((word) => startsOf(word, reader));
  const all = wanted.flat();
  const kinds = isMoney ? reader.words.looks.lists.kindsOfMoney.split(", ") : [];
  const others = kinds
    .filter((kind) => !words.includes(kind))
    .flatMap((kind) => startsOf(kind, reader));
  const isPart = words.some((word) => reader.isIn("partsOfMoney", word));
  // "Tax" matches as a separate word, but not in "taxi".
  const parts = isMoney
    ? reader.words.looks.lists.partsOfMoney
        .split(", ")
        .map((word) => ({ ...startOf(word), mask: -1 }))
    : [];
  const wholes = [...all, ...startsOf("total", reader)];
  const isWhole = (it: Stated<unknown>): boolean =>
    distanceOf(it, wholes) < distanceOf(it, parts) || !hasAny(it, parts) || hasAny(it, INCLUDED);
  return (values, isForeign = false) => {
    const [only] = values;
    if (telling.length === 0 && values.length === 1 && words.length > 0)
      return only && isWhole(only) ? only.value : undefined;
    let [best, most, nearest] = [undefined as typeof only, 0, 0];
    for (const value of values) {
      let count = 0;
      for (const starts of wanted) if (hasAny(value, starts)) count++;
      if (count === 0 || count < most) continue;
      const distance = distanceOf(value, all);
      // "Subtotal 29, total 31.90 EUR" states the currency for only one of them.
      if (isMoney && distanceOf(value, others) < distance) continue;
      if (count > most || distance < nearest) [best, most, nearest] = [value, count, distance];
    }
    if (best !== undefined || !isForeign || values.length !== 1) return best?.value;
    // A string in another language can't have the name's words, but it can show another meaning.
    return only && !isPart && isWhole(only) && !hasAny(only, others) ? only.value : undefined;
  };
}

/** A test whether one of several words is before a value; with a reader, also in other languages. */
export function namedByAny(
  words: readonly string[],
  reader?: Reader,
): (value: Pick<Stated<unknown>, "names">) => boolean {
  const wanted = words.flatMap((word) => (reader ? startsOf(word, reader) : [startOf(word)]));
  return (value) => hasAny(value, wanted);
}

/** An amount "including VAT" or "inkl. MwSt." is the total. */
const INCLUDED: readonly Start[] = ["incl", "inkl"].map(startOf);

/** The first letters of words that name a value. */
type Start = { readonly start: number; readonly mask: number };

/** The starts of a word and of its translations. */
function startsOf(word: string, reader: Reader): readonly Start[] {
  const [, translated] =
    reader.translations.find(([it]) => it.startsWith(word.slice(0, SAME))) ?? [];
  return [word, ...(translated?.split(", ") ?? [])].map(startOf);
}

function startOf(word: string): Start {
  const [start = 0] = wordStarts(word, 0, word.length);
  return { start, mask: wordMask(word) };
}

/** The number of words between the last wanted word and a value. */
function distanceOf({ names }: Stated<unknown>, wanted: readonly Start[]): number {
  const isWanted = (name: number): boolean =>
    wanted.some(({ start, mask }) => (name & mask) === start);
  return names.length - names.findLastIndex(isWanted);
}

function hasAny({ names }: Pick<Stated<unknown>, "names">, wanted: readonly Start[]): boolean {
  return wanted.some(({ start, mask }) => names.some((name) => (name & mask) === start));
}
