import { chooserOf, type Draws, type Hints } from "schema-values";
import type { JsonValue } from "../../core/json.ts";
import { lexicon } from "../lexicon/create-lexicon.ts";
import type { InputSubject } from "../lexicon/subject.ts";
import { phrasesOf, SentenceWriter } from "../prose/phrases.ts";

type SubjectDraws = Draws & { readonly subject: InputSubject };
export type Instructed<Value> = (draws: SubjectDraws) => Value;

const NO_HINTS: Hints = { name: "", titles: [], description: "", examples: [] };

/** Patterns of yes-or-no questions about sentiment, each with an equivalent property name. */
const SENTIMENT: readonly (readonly [RegExp, string])[] = [
  [/\b(?:negative|complain\w{0,8}|angry|unhappy|dissatisfied|disappointed)\b/i, "is negative"],
  [/\b(?:positive|happy|satisfied|recommend\w{0,8}|likes?)\b/i, "is positive"],
];
const YES: RegExp = /^(?:yes|true|ja|oui|s[ií]|sì|sim)$/i;

export function labelWriter(labels: readonly string[], prompt: string): Instructed<string> {
  const [yes = "", no = ""] = labels;
  const name = SENTIMENT.find(([words]) => words.test(prompt))?.[1];
  if (labels.length !== 2 || name === undefined || !YES.test(yes))
    return chooserOf(lexicon, labels, NO_HINTS);
  const isMet = chooserOf(lexicon, [true, false], { ...NO_HINTS, name });
  return (draws) => (isMet(draws) ? yes : no);
}

/** A writer of numbers; undefined if neither the name nor the description suggests a number. */
export function numberWriter(name: string, description: string): Instructed<number> | undefined {
  const open = { min: -Infinity, max: Infinity, isWhole: false };
  const model = lexicon.number({ ...NO_HINTS, name, description, ...open });
  if (model === undefined) return undefined;
  const { min, max, digits } = model;
  const factor = 10 ** digits;
  return (draws) => {
    const drawn = Math.round((min + (max - min) * draws.rng.next()) * factor) / factor;
    return model.stated?.(draws.subject) ?? model.suggested?.(draws, draws.subject) ?? drawn;
  };
}

export function textWriter(name: string): Instructed<string> {
  const open = { least: 0, most: Infinity, formats: [], patterns: [] };
  const model = lexicon.text({ ...NO_HINTS, name, ...open });
  return (draws) => model.stated?.(draws.subject)[0] ?? model.write(draws);
}

const KEYWORDS = 3;

/** A writer of JSON objects with the listed or default keys, and values that fit the keys. */
export function jsonWriter(listed: readonly string[]): Instructed<string> {
  const keys = listed.length > 0 ? listed : ["summary", "keywords"];
  const writers = keys.map((key): Instructed<JsonValue> => {
    if (/^(?:keywords|tags)$/i.test(key)) return (draws) => keywords(draws, KEYWORDS);
    const number = /sentiment/i.test(key) ? undefined : numberWriter(key, "");
    return number ?? textWriter(key);
  });
  return (draws) =>
    JSON.stringify(Object.fromEntries(keys.map((key, i) => [key, writers[i]?.(draws) ?? null])));
}

export function sentences({ rng, subject }: SubjectDraws, count: number): string[] {
  const writer = new SentenceWriter(rng, subject.language);
  return Array.from({ length: count }, () => writer.next().text);
}

export function keywords({ rng, subject }: SubjectDraws, count: number): string[] {
  const left = [...subject.language.prose.keywords];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(rng.below(left.length), 1)[0] ?? "",
  );
}

export function listText(items: readonly string[], hasCommas: boolean, prompt: string): string {
  if (hasCommas) return items.join(", ");
  const hasBullets = /\bbullet|\bstichpunkt|\bpuces?\b|\bviñetas?\b|\bunordered\b/i.test(prompt);
  return items.map((item, i) => `${hasBullets ? "-" : `${i + 1}.`} ${item}`).join("\n");
}

const TRIES = 8;

/** Sentences with at most `most` words in total; a keyword if no sentence fits. */
export function withinWords(draws: SubjectDraws, most: number): string {
  let left = most;
  const fit = sentences(draws, TRIES).filter((sentence) => {
    const words = sentence.split(" ").length;
    const isShort = words <= left;
    if (isShort) left -= words;
    return isShort;
  });
  const { space } = phrasesOf(draws.subject.language);
  return fit.length > 0 ? fit.join(space) : draws.rng.pick(draws.subject.language.prose.keywords);
}

export function withCapital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
