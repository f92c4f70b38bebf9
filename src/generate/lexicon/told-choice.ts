import { type Hints, nameWords, singularOf } from "schema-values";
import type { JsonValue } from "../../core/json.ts";
import type { Rng } from "../../core/rng.ts";
import { languageCode } from "./language-names.ts";
import { fittingLabels, opinionLabels } from "./opinion-labels.ts";
import { isOpinionScale, opinionScale } from "./opinion-scale.ts";
import type { LabelWords, Subject } from "./subject.ts";
import { toldFact } from "./told-facts.ts";
import { MEDIUM_URGENCY, urgencyLevels, urgencyOf } from "./urgency.ts";

/** The indexes of the values that fit a subject; empty if it favors none. */
export type ToldChoice = {
  (subject: Subject): readonly number[];
  /** Whether the one that fits best comes first; otherwise, all fit equally. */
  readonly isRanked?: boolean;
  /** Whether the subject states the value, so that the others are wrong. */
  readonly isStated?: boolean;
};

/** Longer lists are not compared with the input. */
const MOST_VALUES = 60;
/** Names of languages other than the input's. */
const OTHER_LANGUAGE: RegExp =
  /target|output|translat|preferred|second|spoken|native|reply|response/i;

/** How a subject determines one of several values; undefined if it doesn't. */
export function toldChoice(values: readonly JsonValue[], hints: Hints): ToldChoice | undefined {
  if (values.length < 2 || values.length > MOST_VALUES) return undefined;
  if (values.every((value) => typeof value === "boolean" || value === null))
    return factChoice(values, hints);
  if (values.every((value) => typeof value === "number")) return numberChoice(values, hints);
  const texts = values.map((value) => (typeof value === "string" ? value : ""));
  return (
    languageChoice(texts, hints) ??
    opinionChoice(texts) ??
    urgencyChoice(texts, hints) ??
    factText(texts, hints) ??
    mentionChoice(texts)
  );
}

function factChoice(values: readonly JsonValue[], hints: Hints): ToldChoice | undefined {
  const fact = toldFact(hints);
  if (fact === undefined) return undefined;
  return (subject) => {
    const place = values.indexOf(fact(subject) ?? null);
    return place < 0 ? [] : [place];
  };
}

const YES: RegExp = /^(?:yes|true|y|ja|oui|sí|si|sim|1)$/i;
const NO: RegExp = /^(?:no|false|n|nein|non|não|nee|0)$/i;

/** The same for "yes" and "no". */
function factText(texts: readonly string[], hints: Hints): ToldChoice | undefined {
  const [yes, no] = [YES, NO].map((word) => texts.findIndex((text) => word.test(text)));
  const fact = toldFact(hints);
  if (fact === undefined || yes === undefined || no === undefined || yes < 0 || no < 0)
    return undefined;
  return (subject) => [fact(subject) === true ? yes : no];
}

function numberChoice(values: readonly number[], hints: Hints): ToldChoice | undefined {
  if (!isOpinionScale(hints)) return undefined;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const scale = opinionScale({ min, max, digits: 0 });
  return (subject) => nearest(values, scale(subject.mood, 0.5));
}

/** The index of the first number that is nearest to another one, in a list. */
function nearest(values: readonly number[], target: number): readonly number[] {
  const distances = values.map((value) => Math.abs(value - target));
  return [distances.indexOf(Math.min(...distances))];
}

function languageChoice(texts: readonly string[], hints: Hints): ToldChoice | undefined {
  const codes = texts.map(languageCode);
  const known = codes.filter((code) => code !== undefined);
  const isLanguage = known.length > 1 && known.length >= texts.length - 1;
  if (!isLanguage || OTHER_LANGUAGE.test(hints.name)) return undefined;
  const choose = (subject: Subject): readonly number[] =>
    indexesOf(codes, (code) => code === subject.language);
  return Object.assign(choose, { isStated: true });
}

function opinionChoice(texts: readonly string[]): ToldChoice | undefined {
  const labels = opinionLabels(texts);
  return labels === undefined ? undefined : ({ mood }) => fittingLabels(labels, mood);
}

function urgencyChoice(texts: readonly string[], hints: Hints): ToldChoice | undefined {
  const levels = urgencyLevels(texts, hints);
  if (levels === undefined) return undefined;
  // Most inputs that don't say so are not urgent.
  const usual = indexesOf(levels, (it) => it > 0 && it <= MEDIUM_URGENCY);
  return (subject) => {
    const level = urgencyOf(subject);
    return level === undefined ? usual : nearest(levels, level);
  };
}

/** Words of labels that say nothing about what they are for. */
const GENERAL: ReadonlySet<string> = new Set(
  "a and any case category for general high inquiry issue item low medium misc miscellaneous na no none normal not of only or other problem question request standard the to type unknown with yes".split(
    " ",
  ),
);
const SHORTEST = 3;

/** The labels that the input mentions, most of all the first; or those for its form or its opinion. */
function mentionChoice(texts: readonly string[]): ToldChoice | undefined {
  const words = labelWords(texts);
  if (words.every((it) => it.length === 0)) return undefined;
  const others = otherChoice(texts);
  const weights = words.map((it) => (it.some((word) => DECISIVE.test(word)) ? WEIGHT : 1));
  // The items of a list ask one after another for the same subject.
  let known: { readonly subject: Subject; readonly found: readonly number[] } | undefined;
  const choose = (subject: Subject): readonly number[] => {
    if (known?.subject === subject) return known.found;
    const ranked = rankedBy(subject.countLabels(words), weights);
    const found = ranked.length > 0 ? ranked : others(subject);
    known = { subject, found };
    return found;
  };
  return Object.assign(choose, { isRanked: true });
}

/** What someone wants to cancel or to be refunded says less about a message than that wish. */
const DECISIVE: RegExp = /^(?:cancel|refund)/;
const WEIGHT = 4;

/** The indexes of positive counts, those of the most weight first. So few are sorted in less time while they are found. */
function rankedBy(counts: readonly number[], weights: readonly number[]): number[] {
  const ranked: number[] = [];
  const weightAt = (i: number): number => (counts[i] ?? 0) * (weights[i] ?? 1);
  for (let i = 0; i < counts.length; i++) {
    const count = weightAt(i);
    if (count <= 0) continue;
    let place = ranked.length;
    for (; place > 0 && weightAt(ranked[place - 1] ?? 0) < count; place--)
      ranked[place] = ranked[place - 1] ?? 0;
    ranked[place] = i;
  }
  return ranked;
}

const QUESTIONS: RegExp = /question|inquiry|enquiry|frage|consulta|pregunta|demande|domanda/i;
const GOOD: RegExp = /praise|compliment|thank|appreciation|feedback|positive|lob\b|elogio/i;
const BAD: RegExp = /complain|problem|negative|grievance|beschwerde|reclam|queja/i;

/** The labels for inputs that mention none of them. */
function otherChoice(texts: readonly string[]): (subject: Subject) => readonly number[] {
  const [question, good, bad] = [QUESTIONS, GOOD, BAD].map((labels) =>
    texts.findIndex((text) => labels.test(text)),
  ) as [number, number, number];
  return (subject) => {
    if (question >= 0 && subject.facts.isQuestion) return [question];
    // A request often ends with thanks.
    if (good >= 0 && subject.mood.value > 0 && subject.requests.count === 0) return [good];
    if (bad >= 0 && subject.mood.value < 0) return [bad];
    return [];
  };
}

const labelsOfTexts = new Map<string, LabelWords>();
const MOST_LISTS = 1000;

/** The words of labels; the same list for equal labels, because a subject is searched once for each list. */
function labelWords(texts: readonly string[]): LabelWords {
  const key = JSON.stringify(texts);
  const known = labelsOfTexts.get(key);
  if (known !== undefined) return known;
  const words = texts.map((text) => {
    const own = nameWords(text)
      .map(singularOf)
      .filter((word) => word.length >= SHORTEST && !GENERAL.has(word));
    // "cancel_order" is not for every order.
    return own.length < 2 ? own : own.filter((word) => word !== "order");
  });
  if (labelsOfTexts.size >= MOST_LISTS) labelsOfTexts.clear();
  labelsOfTexts.set(key, words);
  return words;
}

function indexesOf<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): number[] {
  return items.flatMap((item, index) => (isMeant(item) ? [index] : []));
}

/**
 * Chooses one of several values: one that fits the subject, or otherwise one that is often the same
 * for equal inputs.
 */
export function chooseValue<Value extends JsonValue>(
  values: readonly Value[],
  hints: Hints,
): (rng: Rng, subject: Subject | undefined) => Value {
  const told = toldChoice(values, hints);
  const purpose = purposeOf(hints.name, values.length);
  const pick = told?.isRanked === true ? rankedPick() : pickAny;
  return (rng, subject) => {
    if (subject === undefined) return rng.pick(values);
    const fitting = told?.(subject) ?? [];
    const index =
      fitting.length > 0 ? pick(fitting, rng, subject) : subject.preferred(values.length, purpose);
    return values[index] ?? rng.pick(values);
  };
}

type Pick = (fitting: readonly number[], rng: Rng, subject: Subject) => number;

const pickAny: Pick = (fitting, rng) => rng.pick(fitting);

/** Takes the first one for a subject, and then the others, for the items of a list. */
function rankedPick(): Pick {
  let last: Subject | undefined;
  let taken = 0;
  return (fitting, _, subject) => {
    taken = subject === last ? taken + 1 : 0;
    last = subject;
    return fitting[taken % fitting.length] ?? 0;
  };
}

/** A number that differs between choices. */
function purposeOf(name: string, count: number): number {
  let purpose = count;
  for (const character of name) purpose = (purpose * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return purpose;
}
