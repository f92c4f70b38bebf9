import type { JsonValue } from "../json.ts";
import type { DescribedCount } from "../words/described-count.ts";
import type { Hints } from "../words/hints.ts";
import { isLine } from "../words/line-names.ts";
import { kindsLabeled, MENTION_KINDS } from "../words/mention-labels.ts";
import { nameWords, singularOf } from "../words/name-words.ts";
import type { Recipe } from "../words/recipe.ts";
import { isTopical } from "../words/related-text.ts";
import type { Subject } from "../words/subject.ts";
import { textRecipe } from "../words/text-recipe.ts";
import { toldChoice } from "../words/told-choice.ts";
import { isEntity } from "./agree/mention-agreement.ts";

/** The number of items that the subject has for a list; undefined if it says nothing about it. */
export type Supply = (subject: Subject) => DescribedCount | undefined;

/** Lists of topics have at most this many items, and at least as many as there are if there are few. */
const TOPICS: DescribedCount = { least: 2, most: 5 };

/** How a subject limits a list: to what it mentions, or to the labels that fit it. */
export function supplyOf(
  hints: Hints,
  labels: readonly JsonValue[] | undefined,
): Supply | undefined {
  if (labels?.every((label) => typeof label === "string")) {
    const told = toldChoice(labels, hints);
    return told && ((subject) => exactly(told(subject).length));
  }
  if (isEntity(hints.name))
    return (subject) => {
      const count = subject.mentionsOf(MENTION_KINDS).length;
      return { least: count, most: count };
    };
  if (isLine(hints.name)) return ({ stated }) => exactly(stated.lines.length);
  const item = nameWords(hints.name).map(singularOf).at(-1) ?? "";
  const kinds = new Set(kindsLabeled(item));
  if (kinds.size > 0)
    return (subject) => {
      const count = subject.mentionsOf(kinds).length;
      return count === 0 && isReport(subject) ? NONE : exactly(count);
    };
  const recipe = textRecipe({ ...hints, name: singularOf(hints.name) });
  if (recipe === "{steps}") return tasksOf;
  if (recipe === "{languages}" || recipe === "{languageCodes}") return () => ONE;
  if (!isTopical(recipe)) return undefined;
  if (recipe === "{points}") return (subject) => pointsOf(subject) ?? topicsOf(subject);
  const side = recipe === undefined ? undefined : SIDES[recipe];
  return (subject) => (side && opinionsOn(subject, side)) ?? topicsOf(subject);
}

/** The lists of what is good and of what is bad about something. */
const SIDES: { readonly [recipe: Recipe]: "good" | "bad" } = {
  "{strengths}": "good",
  "{weaknesses}": "bad",
};

/** The number of opinions that the input has on one side; undefined if it has none on either side, and may be a topic. */
function opinionsOn(subject: Subject, side: "good" | "bad"): DescribedCount | undefined {
  const count = subject.countOpinions(side);
  const other = subject.countOpinions(side === "good" ? "bad" : "good");
  const isTopic = count + other === 0 && !isReport(subject) && !STATEMENT.test(subject.text);
  return isTopic ? undefined : { least: count, most: count };
}

/** The end of a statement, which topics such as "electric cars" don't have. */
const STATEMENT: RegExp = /[.!。！]\s*$/;

/** As many tasks as the input asks for; none if it asks for nothing and has no complaint. */
function tasksOf(subject: Subject): DescribedCount | undefined {
  if (subject.requests.count > 0) return exactly(subject.requests.count);
  if (subject.mood.value < 0) return ONE;
  return isReport(subject) ? NONE : undefined;
}

function pointsOf({ points: { count } }: Subject): DescribedCount | undefined {
  return count === 0
    ? undefined
    : { least: Math.min(TOPICS.least, count), most: Math.min(TOPICS.most, count) };
}

function topicsOf({ words }: Subject): DescribedCount | undefined {
  return words.length > 0
    ? { least: Math.min(TOPICS.least, words.length), most: Math.min(TOPICS.most, words.length) }
    : undefined;
}

const ONE: DescribedCount = { least: 1, most: 1 };
const NONE: DescribedCount = { least: 0, most: 0 };
/** Shorter inputs may ask for names rather than tell something; those without spaces have fewer characters. */
const REPORT = { length: 40, unspacedLength: 15 };

/** Whether an input tells something, so that what it doesn't mention is unknown. */
function isReport(subject: Subject): boolean {
  const { text } = subject;
  const least = text.includes(" ") ? REPORT.length : REPORT.unspacedLength;
  return text.length >= least && !subject.facts.isQuestion;
}

function exactly(count: number): DescribedCount | undefined {
  return count === 0 ? undefined : { least: count, most: count };
}
