import { chooserOf, type Draws, type Hints, type Lexicon } from "schema-values";
import type { JsonValue } from "../../core/json.ts";
import type { InputSubject } from "../lexicon/subject.ts";
import { phrasesOf, SentenceWriter } from "../prose/phrases.ts";
import type { InstructedForm, Instruction } from "./instruction.ts";

/** Writes an answer in the form that an instruction asks for. */
export type InstructedWriter = (draws: Draws & { readonly subject: InputSubject }) => string;

/** A writer for an instruction; undefined if it asks for a usual answer. */
export function instructedWriter(
  { prompt, form }: Instruction,
  lexicon: Lexicon,
): InstructedWriter | undefined {
  return form === undefined ? undefined : writerOf(form, prompt, lexicon);
}

function writerOf(form: InstructedForm, prompt: string, lexicon: Lexicon): InstructedWriter {
  switch (form.kind) {
    case "labels":
      return labelWriter(form.labels, prompt, lexicon);
    case "number":
      return (draws) =>
        String(numberFor({ ...NO_HINTS, name: "answer", description: prompt }, lexicon, draws));
    case "word":
      return /sentiment|opinion|mood|stimmung/i.test(prompt)
        ? labelWriter(["Positive", "Neutral", "Negative"], prompt, lexicon)
        : ({ rng, subject }) => capitalized(rng.pick(subject.language.prose.keywords));
    case "name": {
      const model = lexicon.text(textHints({ ...NO_HINTS, name: `${form.of} name`.trim() }));
      return (draws) => model.write(draws);
    }
    case "json":
      return jsonWriter(form.keys.length > 0 ? form.keys : ["summary", "keywords"], lexicon);
    case "sentences":
      return (draws) => sentences(draws, form.count).join(phrasesOf(draws.subject.language).space);
    case "words":
      return (draws) => withinWords(draws, form.count);
    case "keywords":
      return (draws) =>
        list(shuffled(draws, draws.subject.language.prose.keywords, form.count), form, prompt);
    case "items":
      return (draws) => list(sentences(draws, form.count), form, prompt);
  }
}

const NO_HINTS: Hints = { name: "", titles: [], description: "", examples: [] };

function textHints(hints: Hints) {
  return { ...hints, least: 0, most: Infinity, formats: [], patterns: [] };
}

/** A yes or no to these questions depends on the input's sentiment. */
const SENTIMENT: readonly (readonly [RegExp, string])[] = [
  [/\b(?:negative|complain\w{0,8}|angry|unhappy|dissatisfied|disappointed)\b/i, "is negative"],
  [/\b(?:positive|happy|satisfied|recommend\w{0,8}|likes?)\b/i, "is positive"],
];
const YES: RegExp = /^(?:yes|true|ja|oui|s[ií]|sì|sim)$/i;

function labelWriter(
  labels: readonly string[],
  prompt: string,
  lexicon: Lexicon,
): InstructedWriter {
  const [yes = "", no = ""] = labels;
  const name = SENTIMENT.find(([words]) => words.test(prompt))?.[1] ?? "label";
  if (labels.length !== 2 || name === "label" || !YES.test(yes))
    return chooserOf(lexicon, labels, NO_HINTS);
  const isMet = chooserOf(lexicon, [true, false], { ...NO_HINTS, name });
  return (draws) => (isMet(draws) ? yes : no);
}

function numberFor(
  hints: Hints,
  lexicon: Lexicon,
  draws: Draws & { readonly subject: InputSubject },
): number {
  const bounds = { min: -Infinity, max: Infinity, isWhole: false };
  const {
    min = 0,
    max = 100,
    digits = 0,
    stated,
    suggested,
  } = lexicon.number({ ...hints, ...bounds }) ?? {};
  const factor = 10 ** digits;
  const drawn = Math.round((min + (max - min) * draws.rng.next()) * factor) / factor;
  return stated?.(draws.subject) ?? suggested?.(draws, draws.subject) ?? drawn;
}

/** Writes an object with these keys, whose values their names suggest. */
function jsonWriter(keys: readonly string[], lexicon: Lexicon): InstructedWriter {
  const bounds = { min: -Infinity, max: Infinity, isWhole: false };
  const writers = keys.map((key): ((draws: Parameters<InstructedWriter>[0]) => JsonValue) => {
    const hints = { ...NO_HINTS, name: key };
    const model = lexicon.text(textHints(hints));
    const isNumber = lexicon.number({ ...hints, ...bounds }) !== undefined;
    if (/^(?:keywords|tags)$/i.test(key))
      return (draws) => [...shuffled(draws, draws.subject.language.prose.keywords, 3)];
    if (isNumber && !/sentiment/i.test(key)) return (draws) => numberFor(hints, lexicon, draws);
    return (draws) => model.stated?.(draws.subject)[0] ?? model.write(draws);
  });
  return (draws) =>
    JSON.stringify(Object.fromEntries(keys.map((key, i) => [key, writers[i]?.(draws) ?? null])));
}

function sentences({ rng, subject }: Parameters<InstructedWriter>[0], count: number): string[] {
  const writer = new SentenceWriter(rng, subject.language);
  return Array.from({ length: count }, () => writer.next().text);
}

function shuffled({ rng }: Draws, items: readonly string[], count: number): readonly string[] {
  const left = [...items];
  return Array.from(
    { length: Math.min(count, items.length) },
    () => left.splice(rng.below(left.length), 1)[0] ?? "",
  );
}

function list(
  items: readonly string[],
  { hasCommas }: { hasCommas: boolean },
  prompt: string,
): string {
  if (hasCommas) return items.join(", ");
  const hasBullets = /\bbullet|\bstichpunkt|\bpuces?\b|\bviñetas?\b|\bunordered\b/i.test(prompt);
  return items.map((item, i) => `${hasBullets ? "-" : `${i + 1}.`} ${item}`).join("\n");
}

const TRIES = 8;

/** As many sentences as there is room for, or otherwise a keyword. */
function withinWords(draws: Parameters<InstructedWriter>[0], most: number): string {
  const { space } = phrasesOf(draws.subject.language);
  let text = "";
  let left = most;
  for (const sentence of sentences(draws, TRIES)) {
    const words = sentence.split(" ").length;
    if (words > left) continue;
    text += text === "" ? sentence : space + sentence;
    left -= words;
  }
  return text === "" ? draws.rng.pick(draws.subject.language.prose.keywords) : text;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
