import type { Rng } from "../../core/rng.ts";
import { numberAsked } from "../lexicon/number-asked.ts";
import type { Subject } from "../lexicon/subject.ts";
import { chooseValue } from "../lexicon/told-choice.ts";
import type { InstructedForm, Instruction } from "./instruction.ts";

/** Writes an answer in the form that an instruction asks for. */
export type InstructedWriter = (rng: Rng, subject: Subject) => string;

/** A writer for an instruction; undefined if it asks for a usual answer. */
export function instructedWriter({ prompt, form }: Instruction): InstructedWriter | undefined {
  return form === undefined ? undefined : writerOf(form, prompt);
}

function writerOf(form: InstructedForm, prompt: string): InstructedWriter {
  const hints = { name: nameFor(prompt), titles: [], description: prompt, examples: [] };
  switch (form.kind) {
    case "labels":
      return chooseValue(form.labels, hints);
    case "number": {
      const number = numberAsked({ ...hints, name: "answer" });
      return (rng, subject) => String(number(rng, subject));
    }
    case "word": {
      const choose = /sentiment|opinion|mood|stimmung/i.test(prompt)
        ? chooseValue(["Positive", "Neutral", "Negative"], hints)
        : undefined;
      return (rng, subject) => choose?.(rng, subject) ?? wordOf(subject);
    }
    case "sentences":
      return (_, subject) => sentencesOf(subject, form.count);
    case "keywords":
      return (_, subject) => {
        const topics = topicsOf(subject, form.items);
        if (form.hasCommas) return topics.join(", ");
        return topics.map((topic, i) => `${i + 1}. ${topic}`).join("\n");
      };
    case "list":
      return (_, subject) =>
        Array.from(
          { length: form.items },
          (_item, i) =>
            `${form.hasBullets ? "-" : `${i + 1}.`} ${subject.sentence(i === 0 ? "first" : "further")}`,
        ).join("\n");
    case "json":
      return (_, subject) =>
        JSON.stringify({ summary: sentencesOf(subject, 1), keywords: topicsOf(subject, KEYWORDS) });
    case "words":
      return (_, subject) => withinWords(subject, form.most);
  }
}

/** What a yes or no answers, as a property name. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:negative|complain\w*|angry|unhappy|dissatisfied|disappointed)\b/i, "is_negative"],
  [/\b(?:positive|happy|satisfied|recommend\w*|likes?)\b/i, "is_positive"],
  [/\bquestion\b/i, "is_question"],
  [/\b(?:PII|personal (?:data|information))\b/i, "contains_pii"],
];

function nameFor(prompt: string): string {
  return NAMES.find(([words]) => words.test(prompt))?.[1] ?? "label";
}

function wordOf(subject: Subject): string {
  const [word = ""] = subject.isKnown ? subject.topic().split(" ") : ["Unclear"];
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function sentencesOf(subject: Subject, count: number): string {
  return Array.from({ length: count }, (_, i) =>
    subject.sentence(i === 0 ? "first" : "further"),
  ).join(subject.space);
}

const KEYWORDS = 3;

function topicsOf(subject: Subject, most: number): readonly string[] {
  if (!subject.isKnown) return [];
  return [...new Set(Array.from({ length: most }, () => subject.topic()))];
}

const TRIES = 8;

/** As many sentences as there is room for, or otherwise some words of the input. */
function withinWords(subject: Subject, most: number): string {
  let text = "";
  let left = most;
  for (let i = 0; i < TRIES; i++) {
    const sentence = subject.sentence(text === "" ? "first" : "further");
    const words = sentence.split(/\s+/).length;
    if (words > left) continue;
    text += text === "" ? sentence : subject.space + sentence;
    left -= words;
  }
  return text === "" ? subject.topic().split(" ").slice(0, most).join(" ") : text;
}
