import { chooserOf, type Draws, type Hints, type Lexicon } from "schema-values";
import type { JsonValue } from "../../core/json.ts";
import type { InputSubject } from "../lexicon/subject.ts";
import { phrasesOf, SentenceWriter } from "../prose/phrases.ts";
import type { Instruction } from "./instruction.ts";

type SubjectDraws = Draws & { readonly subject: InputSubject };
type Writer<Value> = (draws: SubjectDraws) => Value;

/** A writer for an instruction; undefined if it asks for a usual answer. */
export function instructedWriter(
  { prompt, form }: Instruction,
  lexicon: Lexicon,
): Writer<string> | undefined {
  switch (form?.kind) {
    case undefined:
      return undefined;
    case "labels":
      return labelWriter(form.labels, prompt, lexicon);
    case "number": {
      const write = numberWriter({ ...NO_HINTS, name: "answer", description: prompt }, lexicon);
      return (draws) => String((write ?? anyNumber)(draws));
    }
    case "word":
      return /sentiment|opinion|mood|stimmung/i.test(prompt)
        ? labelWriter(["Positive", "Neutral", "Negative"], prompt, lexicon)
        : ({ rng, subject }) => capitalized(rng.pick(subject.language.prose.keywords));
    case "name":
      return textWriter(`${form.of} name`.trim(), lexicon);
    case "json":
      return jsonWriter(form.keys.length > 0 ? form.keys : ["summary", "keywords"], lexicon);
    case "sentences":
      return (draws) => sentences(draws, form.count).join(phrasesOf(draws.subject.language).space);
    case "words":
      return (draws) => withinWords(draws, form.count);
    case "keywords":
      return (draws) => list(keywords(draws, form.count), form.hasCommas, prompt);
    case "items":
      return (draws) => list(sentences(draws, form.count), form.hasCommas, prompt);
  }
}

const NO_HINTS: Hints = { name: "", titles: [], description: "", examples: [] };

/** The answer to these yes-or-no questions depends on the input's sentiment. */
const SENTIMENT: readonly (readonly [RegExp, string])[] = [
  [/\b(?:negative|complain\w{0,8}|angry|unhappy|dissatisfied|disappointed)\b/i, "is negative"],
  [/\b(?:positive|happy|satisfied|recommend\w{0,8}|likes?)\b/i, "is positive"],
];
const YES: RegExp = /^(?:yes|true|ja|oui|s[ií]|sì|sim)$/i;

function labelWriter(labels: readonly string[], prompt: string, lexicon: Lexicon): Writer<string> {
  const [yes = "", no = ""] = labels;
  const name = SENTIMENT.find(([words]) => words.test(prompt))?.[1];
  if (labels.length !== 2 || name === undefined || !YES.test(yes))
    return chooserOf(lexicon, labels, NO_HINTS);
  const isMet = chooserOf(lexicon, [true, false], { ...NO_HINTS, name });
  return (draws) => (isMet(draws) ? yes : no);
}

const anyNumber: Writer<number> = ({ rng }) => rng.between(0, 100);

/** Writes numbers; undefined if the hints don't suggest a number. */
function numberWriter(hints: Hints, lexicon: Lexicon): Writer<number> | undefined {
  const model = lexicon.number({ ...hints, min: -Infinity, max: Infinity, isWhole: false });
  if (model === undefined) return undefined;
  const { min, max, digits } = model;
  const factor = 10 ** digits;
  return (draws) => {
    const drawn = Math.round((min + (max - min) * draws.rng.next()) * factor) / factor;
    return model.stated?.(draws.subject) ?? model.suggested?.(draws, draws.subject) ?? drawn;
  };
}

function textWriter(name: string, lexicon: Lexicon): Writer<string> {
  const open = { least: 0, most: Infinity, formats: [], patterns: [] };
  const model = lexicon.text({ ...NO_HINTS, name, ...open });
  return (draws) => model.stated?.(draws.subject)[0] ?? model.write(draws);
}

const KEYWORDS = 3;

/** Writes an object with these keys, and values that their names suggest. */
function jsonWriter(keys: readonly string[], lexicon: Lexicon): Writer<string> {
  const writers = keys.map((key): Writer<JsonValue> => {
    if (/^(?:keywords|tags)$/i.test(key)) return (draws) => keywords(draws, KEYWORDS);
    const number = /sentiment/i.test(key)
      ? undefined
      : numberWriter({ ...NO_HINTS, name: key }, lexicon);
    return number ?? textWriter(key, lexicon);
  });
  return (draws) =>
    JSON.stringify(Object.fromEntries(keys.map((key, i) => [key, writers[i]?.(draws) ?? null])));
}

function sentences({ rng, subject }: SubjectDraws, count: number): string[] {
  const writer = new SentenceWriter(rng, subject.language);
  return Array.from({ length: count }, () => writer.next().text);
}

function keywords({ rng, subject }: SubjectDraws, count: number): string[] {
  const left = [...subject.language.prose.keywords];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(rng.below(left.length), 1)[0] ?? "",
  );
}

function list(items: readonly string[], hasCommas: boolean, prompt: string): string {
  if (hasCommas) return items.join(", ");
  const hasBullets = /\bbullet|\bstichpunkt|\bpuces?\b|\bviñetas?\b|\bunordered\b/i.test(prompt);
  return items.map((item, i) => `${hasBullets ? "-" : `${i + 1}.`} ${item}`).join("\n");
}

const TRIES = 8;

/** As many sentences as fit, or otherwise a keyword. */
function withinWords(draws: SubjectDraws, most: number): string {
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

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
