import { type ChoiceModel, type Favored, type Hints, nameWords } from "schema-values";
import { moneyIn } from "../reading/amounts.ts";
import { labelFinder } from "../reading/named-labels.ts";
import { OPINIONS, type Opinion } from "../reading/opinion.ts";
import * as reader from "../reading/reader.ts";
import { CONCEPT_NUMBERS as C } from "../reading/vocabulary.ts";
import { type Finder, perSubject } from "./subject.ts";

/** Finds the values that an input suggests; undefined if no input can suggest any. */
type Favors = Finder<Favored | undefined> | undefined;

/** Finds the values that an input suggests; undefined if no input can suggest any. */
export function choiceModel(values: readonly unknown[], hints: Hints): ChoiceModel | undefined {
  const all = [
    languageChoice(values, hints),
    currencyChoice(values, hints),
    literalChoice(values),
    opinionChoice(values, hints),
  ].filter((favors) => favors !== undefined);
  if (all.length === 0) return undefined;
  return perSubject((subject) => {
    for (const favors of all) {
      const favored = favors(subject);
      if (favored !== undefined && favored.indexes.length > 0) return favored;
    }
    return undefined;
  });
}

/** Names of properties that ask for a language other than the input's own. */
export const OTHER_LANGUAGE: RegExp =
  /languages|spoken|native|target|known|preferred|output|sprachen|langues|idiomas|lingue|talen/i;
const LANGUAGE: RegExp = /lang|sprach|langue|idioma|lingua|taal|locale/i;

function languageChoice(values: readonly unknown[], hints: Hints): Favors {
  const { name, description } = hints;
  const codes = values.map((value) =>
    typeof value === "string" ? reader.languageCode(value) : undefined,
  );
  const count = codes.filter((code) => code !== undefined).length;
  const isNamed = LANGUAGE.test(name) || LANGUAGE.test(description);
  // "No" and "it" are words, too, so two-letter labels don't show that the labels are languages.
  const hasNames = values.some((value, i) => codes[i] !== undefined && String(value).length > 2);
  if (count < 2 || count * 2 < values.length || !(isNamed || hasNames)) return undefined;
  if (OTHER_LANGUAGE.test(name)) return undefined;
  const byCode = indexesBy(codes);
  return ({ languageCode }) => ({ indexes: byCode.get(languageCode) ?? [], isStated: true });
}

const CURRENCY: RegExp = /^[A-Z]{3}$/;

function currencyChoice(values: readonly unknown[], { name }: Hints): Favors {
  const isCurrency = /currenc|währung|waehrung|devise|moneda|valuta|moeda/i.test(name);
  const codes = values.filter((value) => typeof value === "string" && CURRENCY.test(value));
  if (!isCurrency || codes.length < 2) return undefined;
  const byCode = indexesBy(values);
  return ({ text }) => {
    const stated = new Set(moneyIn(text).map(({ value }) => value.currency));
    const indexes = [...stated].flatMap((code) => byCode.get(code) ?? []);
    return { indexes, isStated: stated.size === 1 };
  };
}

function literalChoice(values: readonly unknown[]): Favors {
  const find = labelFinder(values);
  if (find === undefined) return undefined;
  return ({ text }) => {
    const indexes = find(text);
    return { indexes, isStated: indexes.length === 1, isNamed: true };
  };
}

function opinionChoice(values: readonly unknown[], { name }: Hints): Favors {
  const isBoolean = values.every((value) => typeof value === "boolean");
  const named = isBoolean ? labelOpinion(nameWords(name).join(" ")) : undefined;
  const opinions = values.map((value) => {
    if (typeof value === "boolean" && typeof named === "number") return value ? named : -named;
    return typeof value === "string" ? labelOpinion(value) : undefined;
  });
  const unknown = opinions.filter((opinion) => opinion === undefined).length;
  const numbers = opinions.filter((opinion) => typeof opinion === "number");
  const hasBoth = numbers.some((it) => it > 0) && numbers.some((it) => it < 0);
  if (!hasBoth || unknown * 2 > values.length) return undefined;
  const favored = new Map(
    Object.keys(OPINIONS).map((it) => [it, { indexes: nearest(opinions, it as Opinion) }]),
  );
  return ({ opinion }) => (isBoolean && OPINIONS[opinion] === 0 ? undefined : favored.get(opinion));
}

/** A label's opinion, from -1 to 1, or mixed; undefined if the label expresses no opinion. */
type LabelOpinion = number | "mixed" | undefined;

const VALUES: ReadonlyMap<number, number> = new Map(
  (["great", "good", "plain", "bad", "awful"] as const).map((it) => [C[it], OPINIONS[it]]),
);
const EXTREME = 1.6;
const STARS: { readonly middle: number; readonly span: number } = { middle: 3, span: 2 };

function labelOpinion(label: string): LabelOpinion {
  const stars = /^([1-5])[ _-]?stars?$/i.exec(label)?.[1];
  if (stars !== undefined) return (Number(stars) - STARS.middle) / STARS.span;
  let [factor, opinion]: [number, LabelOpinion] = [1, undefined];
  for (const { meaning: concept } of reader.readWords(label)) {
    if (concept === C.mixed) return "mixed";
    if (concept === C.very) factor *= EXTREME;
    if (concept === C.not) factor *= -1;
    opinion = VALUES.get(concept) ?? opinion;
  }
  return opinion === undefined ? undefined : Math.max(-1, Math.min(1, opinion * factor));
}

/** The indexes of the labels that best fit an opinion; empty if the opinion is `none`. */
function nearest(labels: readonly LabelOpinion[], opinion: Opinion): number[] {
  if (opinion === "none") return [];
  const distances = labels.map((label) => {
    if (label === "mixed") return opinion === "mixed" ? -1 : Infinity;
    return label === undefined ? Infinity : Math.abs(label - OPINIONS[opinion]);
  });
  const least = Math.min(...distances);
  return distances.flatMap((distance, i) => (distance === least && least < Infinity ? [i] : []));
}

function indexesBy(items: readonly unknown[]): ReadonlyMap<unknown, number[]> {
  const found = new Map<unknown, number[]>();
  for (const [i, item] of items.entries()) found.set(item, [...(found.get(item) ?? []), i]);
  return found;
}
