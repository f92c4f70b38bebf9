import { type ChoiceModel, type Favored, type Hints, nameWords } from "schema-values";
import { NamedLabels } from "../reading/named-labels.ts";
import type { Reader } from "../reading/reader.ts";
import type { Sentiment } from "../reading/sentiment.ts";
import { anyConceptOf, CONCEPT_NUMBERS as C } from "../vocabulary/vocabulary.ts";
import { type InputSubject, perSubject } from "./subject.ts";

type Favors = (subject: InputSubject) => Favored | undefined;

/** A subject's weights for a choice among values; undefined if no subject has any. */
export function choiceModel(
  values: readonly unknown[],
  hints: Hints,
  reader: Reader,
): ChoiceModel | undefined {
  const found = [
    languageChoice(values, hints, reader),
    currencyChoice(values, hints),
    literalChoice(values, reader),
    sentimentChoice(values, hints, reader),
  ].filter((favors) => favors !== undefined);
  if (found.length === 0) return undefined;
  return perSubject((subject) => {
    for (const favors of found) {
      const favored = favors(subject);
      if (favored !== undefined && favored.indexes.length > 0) return favored;
    }
    return undefined;
  });
}

const LANGUAGE: RegExp = /lang|sprach|langue|idioma|lingua|taal|locale/i;

function languageChoice(
  values: readonly unknown[],
  { name, description }: Hints,
  reader: Reader,
): Favors | undefined {
  const codes = values.map((value) =>
    typeof value === "string" ? reader.languageCode(value) : undefined,
  );
  const count = codes.filter((code) => code !== undefined).length;
  const isNamed = LANGUAGE.test(name) || LANGUAGE.test(description);
  // "no" and "it" are codes, too.
  const hasNames = values.some((value, i) => codes[i] !== undefined && String(value).length > 2);
  if (count < 2 || count * 2 < values.length || !(isNamed || hasNames)) return undefined;
  return ({ detected: { code, isSure } }) => {
    return { indexes: indexesOf(codes, (it) => it === code), isStated: isSure };
  };
}

const CURRENCY: RegExp = /^[A-Z]{3}$/;

function currencyChoice(values: readonly unknown[], { name }: Hints): Favors | undefined {
  const isCurrency = /currenc|währung|waehrung|devise|moneda|valuta|moeda/i.test(name);
  const codes = values.filter((value) => typeof value === "string" && CURRENCY.test(value));
  if (!isCurrency || codes.length < 2) return undefined;
  return ({ money }) => {
    const stated = new Set(money.map(({ value }) => value.currency));
    const indexes = indexesOf(values, (value) => stated.has(String(value)));
    return { indexes, isStated: stated.size === 1 };
  };
}

function literalChoice(values: readonly unknown[], reader: Reader): Favors | undefined {
  const labels = new NamedLabels(values, reader);
  if (labels.isEmpty) return undefined;
  return ({ text }) => {
    const indexes = labels.in(text);
    return { indexes, isStated: indexes.length === 1 };
  };
}

function sentimentChoice(
  values: readonly unknown[],
  { name }: Hints,
  reader: Reader,
): Favors | undefined {
  if (values.every((value) => typeof value === "boolean")) {
    const opinion = opinionOf(nameWords(name).join(" "), reader);
    if (opinion === undefined || opinion === "mixed" || opinion === 0) return undefined;
    return ({ sentiment }) => {
      if (sentiment.value === 0) return undefined;
      const isMet = sentiment.value > 0 === opinion > 0;
      return { indexes: indexesOf(values, (value) => value === isMet) };
    };
  }
  const opinions = values.map((value) =>
    typeof value === "string" ? opinionOf(value, reader) : undefined,
  );
  const unknown = opinions.filter((opinion) => opinion === undefined).length;
  const hasBoth =
    opinions.some((it) => typeof it === "number" && it > 0) &&
    opinions.some((it) => typeof it === "number" && it < 0);
  if (!hasBoth || unknown * 2 > values.length) return undefined;
  return ({ sentiment }) => ({ indexes: nearest(opinions, sentiment) });
}

/** The opinion behind a label, from -1 to 1. */
type Opinion = number | "mixed" | undefined;

const OPINIONS: { readonly [concept: number]: number } = {
  [C.great]: 1,
  [C.good]: 0.6,
  [C.plain]: 0,
  [C.bad]: -0.6,
  [C.awful]: -1,
};
const EXTREME = 1.6;
const STARS: { readonly middle: number; readonly span: number } = { middle: 3, span: 2 };

function opinionOf(label: string, reader: Reader): Opinion {
  const stars = /^([1-5])[ _-]?stars?$/i.exec(label)?.[1];
  if (stars !== undefined) return (Number(stars) - STARS.middle) / STARS.span;
  const list = reader.wordsOf(label);
  let [factor, opinion]: [number, Opinion] = [1, undefined];
  let read = 0;
  for (const word of list.words) {
    if (word.start < read) continue;
    const { entry, end } = list.matchAt(word);
    read = end;
    const concept = anyConceptOf(entry);
    if (concept === C.mixed) return "mixed";
    if (concept === C.very) factor *= EXTREME;
    if (concept === C.not) factor *= -1;
    const value = OPINIONS[concept];
    if (value !== undefined) opinion = value;
  }
  return opinion === undefined ? undefined : Math.max(-1, Math.min(1, opinion * factor));
}

/** The labels that fit an opinion best; none if the text has none. It runs for every row. */
function nearest(opinions: readonly Opinion[], { isKnown, isMixed, value }: Sentiment): number[] {
  let [best, least]: [number[], number] = [[], Infinity];
  if (!isKnown) return best;
  for (let i = 0; i < opinions.length; i++) {
    const opinion = opinions[i];
    if (opinion === undefined || (opinion === "mixed" && !isMixed)) continue;
    const distance = opinion === "mixed" ? MIXED_FITS : Math.abs(opinion - value);
    if (distance > least) continue;
    if (distance < least) [best, least] = [[], distance];
    best.push(i);
  }
  return best;
}

/** For a mixed opinion, a label for that fits better than any other. */
const MIXED_FITS = -1;

function indexesOf<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): number[] {
  return items.flatMap((item, index) => (isMeant(item) ? [index] : []));
}
