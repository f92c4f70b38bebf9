import { type ChoiceModel, type Favored, type Hints, nameWords } from "schema-values";
import { labelFinder, languageFinder } from "../reading/named-labels.ts";
import { OPINIONS, type Opinion } from "../reading/opinion.ts";
import type { Reader } from "../reading/reader.ts";
import { matchAt } from "../reading/stated.ts";
import { CONCEPT_NUMBERS as C } from "../reading/vocabulary.ts";
import { type Finder, perSubject } from "./subject.ts";

/** Finds the values that a subject favors; undefined if no subject favors any. */
type Favors = Finder<Favored | undefined> | undefined;

/** Finds which of several values a subject favors; undefined if no subject favors any. */
export function choiceModel(
  values: readonly unknown[],
  hints: Hints,
  reader: Reader,
): ChoiceModel | undefined {
  const all = [
    languageChoice(values, hints, reader),
    currencyChoice(values, hints),
    literalChoice(values, reader),
    flagChoice(values, hints, reader),
    opinionChoice(values, hints, reader),
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

const LANGUAGE: RegExp = /lang|sprach|langue|idioma|lingua|taal|locale/i;

function languageChoice(values: readonly unknown[], hints: Hints, reader: Reader): Favors {
  const { name, description } = hints;
  const codes = values.map((value) =>
    typeof value === "string" ? reader.languageCode(value) : undefined,
  );
  const count = codes.filter((code) => code !== undefined).length;
  const isNamed = LANGUAGE.test(name) || LANGUAGE.test(description);
  // The words "no" and "it" are also language codes, so two letters prove nothing.
  const hasNames = values.some((value, i) => codes[i] !== undefined && String(value).length > 2);
  if (count < 2 || count * 2 < values.length || !(isNamed || hasNames)) return undefined;
  const byCode = indexesBy(codes);
  const find = languageFinder(name, reader);
  return (subject) => ({ indexes: byCode.get(find(subject) ?? "") ?? [], isStated: true });
}

const CURRENCY: RegExp = /^[A-Z]{3}$/;

function currencyChoice(values: readonly unknown[], { name }: Hints): Favors {
  const isCurrency = /currenc|währung|waehrung|devise|moneda|valuta|moeda/i.test(name);
  const codes = values.filter((value) => typeof value === "string" && CURRENCY.test(value));
  if (!isCurrency || codes.length < 2) return undefined;
  const byCode = indexesBy(values);
  return ({ money }) => {
    const stated = new Set(money.map(({ value }) => value.currency));
    const indexes = [...stated].flatMap((code) => byCode.get(code) ?? []);
    return { indexes, isStated: stated.size === 1 };
  };
}

function literalChoice(values: readonly unknown[], reader: Reader): Favors {
  const find = labelFinder(values, reader);
  return (
    find &&
    (({ text }) => {
      const indexes = find(text);
      return { indexes, isStated: indexes.length === 1, isNamed: true };
    })
  );
}

/** Negations before a name, with up to two words in between: "no", "does not include". */
const NEGATION =
  "(?:(?:no|not|non|nothing|nobody|never|without|kein[a-z]{0,2}|nicht|ohne|pas|sans|aucune?|sin|ningun[ao]?|senza|nessun[ao]?|sem|geen|niet|zonder|[a-z]{2,6}n't|(?:do|does|did|have|has|had|is|was)nt)[ ,](?:(?!but |aber |mais |pero |ma )[a-z']{1,12} ){0,2}|un|non-?)";
/** Words after a name that negate it: "breakfast is not included", "Parking: no." */
const NEGATED =
  " ?[ :=] ?(?:(?:is|are|was|were|ist|est|es) )?(?:(?:not|never|nicht|pas|(?:is|are|was|were)n't|forbidden|prohibited)(?![a-z])|(?:no|none|false|nein)(?= ?(?:[.,;!\\n]|$)))";
const MOST_WORDS = 3;
const SHORTEST_FLAG = 3;
const QUESTION: RegExp = /^[^.!?\n]{0,80}\?/;
/** A question that is a clause of its own: "not neutered, should I bring both?" */
const LATER_QUESTION: RegExp = /^[^.!?,;\n]{0,80}[,;]/;
/** A negation between a name's words: "queen not seen". */
const INNER: RegExp = /[ -](?:not|never|nicht|pas|no)[ -]/;
/** Number of characters around a name in which words of doubt count. */
const REACH = 80;
const CLAUSE_END: RegExp = /[.!?,;\n]| (?:but|and|because) /;
/** Words of doubt: conditions, requests, other people's statements, and further negations. */
const DOUBT: RegExp =
  /n't\b|\b(?:please|make sure|should|could|would|might|may|must|will|shall|hope|wish|bitte|soll[a-z]{0,3}|wird|if|whether|unless|or|nor|ob|wenn|falls|oder|si|ou|said|says?|told|claim(?:s|ed)?|promised|almost|hardly|barely|neither|out of|expired|forbidden|prohibited|no|not|none|nothing|nobody|never|without|false|nicht|kein[a-z]{0,2}|ohne|pas|sans|sin|senza|sem|geen|niet|zonder)\b/;

/** Favors a boolean's value that the input states: "breakfast included", "not refundable". */
function flagChoice(values: readonly unknown[], { name }: Hints, reader: Reader): Favors {
  if (!values.includes(true) || !values.includes(false)) return undefined;
  const words = nameWords(name);
  const telling = words.filter((word) => !reader.isIn("flags", word));
  const forms = (telling.length > 0 ? telling : words.slice(-1)).map(wordForms);
  const root = forms[0]?.[0] ?? "";
  if (root.length < SHORTEST_FLAG || forms.length > MOST_WORDS) return undefined;
  const inOrder = forms.map((it) => it.join("")).join("(?:[ -][a-z']{1,12}){0,2}[ -]");
  const pattern = new RegExp(`(?<=(?<![a-z])(?:(${NEGATION})|))${inOrder}(${NEGATED})?`, "y");
  return ({ lower }) => {
    const stated = new Set<boolean>();
    for (let at = lower.indexOf(root); at >= 0; at = lower.indexOf(root, at + 1)) {
      const [whole, before, after] = matchAt(pattern, lower, at) ?? [];
      if (whole === undefined) continue;
      const rest = lower.slice(at + whole.length);
      const head = at - (before?.length ?? 0);
      const near = lower.slice(Math.max(0, head - REACH), head).split(CLAUSE_END);
      const start = near.at(-1) ?? "";
      const clause = `${start} ${rest.slice(0, REACH).split(CLAUSE_END)[0]}`;
      const isAsked = reader.isIn("questions", start.trim().split(" ", 1)[0] ?? "");
      const isQuestion = QUESTION.test(rest) && (isAsked || !LATER_QUESTION.test(rest));
      if (DOUBT.test(clause) || isQuestion) return undefined;
      stated.add((before ?? after) === undefined && !INNER.test(whole));
    }
    const [only, other] = stated;
    if (only === undefined || other !== undefined) return undefined;
    return { indexes: [values.indexOf(only)], isStated: true };
  };
}

/** A word's letters, and a pattern of its endings: "allergies" and "allergic", "pets" and "pet". */
function wordForms(word: string): readonly [letters: string, endings: string] {
  const one = word.replace(/ies$/, "y").replace(/(?<=..[^su])s$/, "");
  if (one.endsWith("y")) return [one.slice(0, -1), "(?:y|ies|ic)(?![a-z])"];
  return [one, "(?:e?s|'s)?(?![a-z])"];
}

function opinionChoice(values: readonly unknown[], { name }: Hints, reader: Reader): Favors {
  const isBoolean = values.every((value) => typeof value === "boolean");
  const named = isBoolean ? labelOpinion(nameWords(name).join(" "), reader) : undefined;
  const opinions = values.map((value) => {
    if (typeof value === "boolean" && typeof named === "number") return value ? named : -named;
    return typeof value === "string" ? labelOpinion(value, reader) : undefined;
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

/** The opinion behind a label, from -1 to 1. */
type LabelOpinion = number | "mixed" | undefined;

const VALUES: { readonly [concept: number]: number } = {
  [C.great]: OPINIONS.great,
  [C.good]: OPINIONS.good,
  [C.plain]: OPINIONS.plain,
  [C.bad]: OPINIONS.bad,
  [C.awful]: OPINIONS.awful,
};
const EXTREME = 1.6;
const STARS: { readonly middle: number; readonly span: number } = { middle: 3, span: 2 };

function labelOpinion(label: string, reader: Reader): LabelOpinion {
  const stars = /^([1-5])[ _-]?stars?$/i.exec(label)?.[1];
  if (stars !== undefined) return (Number(stars) - STARS.middle) / STARS.span;
  let [factor, opinion]: [number, LabelOpinion] = [1, undefined];
  for (const { meaning: concept } of reader.wordsOf(label)) {
    if (concept === C.mixed) return "mixed";
    if (concept === C.very) factor *= EXTREME;
    if (concept === C.not) factor *= -1;
    opinion = VALUES[concept] ?? opinion;
  }
  return opinion === undefined ? undefined : Math.max(-1, Math.min(1, opinion * factor));
}

/** The indexes of the labels that best fit an opinion; none if the text has no opinion. */
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
