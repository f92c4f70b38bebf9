import { words as wordSet } from "schema-values";
import { languageNamed } from "../lexicon/descriptions.ts";
import { phrasesOf } from "../prose/phrases.ts";
import { languageOf } from "../reading/language.ts";
import { listedLabels } from "../reading/listed-labels.ts";
import * as reader from "../reading/reader.ts";
import { READ_CHARACTERS } from "../reading/units.ts";
import { CONCEPT_NUMBERS as C } from "../reading/vocabulary.ts";
import type { LanguageWords } from "../words/words.ts";
import {
  type Instructed,
  jsonWriter,
  keywords,
  labelWriter,
  listText,
  numberWriter,
  sentences,
  textWriter,
  withCapital,
  withinWords,
} from "./write-instructed.ts";

/** The short instructions that a system prompt gives for answers. */
export type Instruction = {
  readonly language?: LanguageWords | undefined;
  /** The labels that the prompt lists. */
  readonly labels?: readonly string[] | undefined;
  /** Writes an answer in the requested form; undefined if the prompt requests no form. */
  readonly write?: Instructed<string> | undefined;
};

export function readInstruction(prompt: string): Instruction {
  const text = prompt.slice(0, READ_CHARACTERS);
  if (text === "") return {};
  const words = reader.readWords(text, languageOf(text));
  const language = reader.spoken(languageNamed("", text) ?? "");
  const read: Prompt = { text, words };
  if (JSON_ASKED.test(text)) return { language, write: jsonWriter(keysIn(read)) };
  const labels = labelsIn(read);
  if (labels.length > 1) return { language, labels, write: labelWriter(labels, text) };
  const write = forWord(read) ?? forName(read) ?? forNumber(read) ?? forCount(read);
  return { language, write };
}

type Prompt = {
  readonly text: string;
  readonly words: readonly reader.ReadWord[];
};

const JSON_ASKED: RegExp =
  /\b(?:only|valid|respond|reply|answer|return|output|format|as|in|produce|give|with)\b.{0,40}\bJSON\b|\bJSON only\b/i;
const TRUE_OR_FALSE: RegExp = /\b(true) ?(?:or|\/|,|\|) ?(false)\b/i;
const KEY: RegExp = /"([\w-]{1,40})" ?:/g;
const PRIORITIES: RegExp = /\b(\p{Lu})(\d) ?(?:to|-|–|through|until|bis|à|a) ?\1(\d)\b/u;
const COMMAS: RegExp = /\bcommas?\b|\bkommas?\b|virgules?\b/i;
const ANSWERS: RegExp = /\b(?:answer|respond|reply|return|output|give|antworte)\b/i;
const SINGLE = wordSet("a single one 1 un une una um uma ein einem einzigen");
const REACH = 4;

function labelsIn({ text, words }: Prompt): readonly string[] {
  const [, yes, no] = TRUE_OR_FALSE.exec(text) ?? ["", ...yesOrNo(words)];
  if (yes !== undefined && no !== undefined) return [yes, no].map(asLabel);
  const [, letter = "", first = "", last = ""] = PRIORITIES.exec(text) ?? [];
  const count = Number(last) - Number(first) + 1;
  if (letter !== "" && count > 1)
    return Array.from({ length: count }, (_, i) => `${letter}${Number(first) + i}`);
  const classifies = words.some(({ meaning }) => meaning === C.choose);
  return classifies ? listedLabels(text, { isLoose: true }) : [];
}

function yesOrNo(words: readonly reader.ReadWord[]): readonly string[] {
  const at = words.findIndex(({ meaning }) => meaning === C.yes);
  if (at < 0) return [];
  const [yes, ...rest] = words.slice(at, at + REACH);
  const no = rest.find(({ meaning }) => meaning === C.no || meaning === C.not);
  return yes && no ? [yes.text, no.text] : [];
}

/** The keys that a prompt lists, as in `"a": ...` or "with the keys a, b". */
function keysIn({ text, words }: Prompt): readonly string[] {
  const written = [...text.matchAll(KEY)].map(([, key = ""]) => key);
  if (written.length > 0) return [...new Set(written)];
  const key = words.find(({ meaning }) => meaning === C.key);
  const rest = key === undefined ? "" : (text.slice(key.end).split(/[.;\n]/, 1)[0] ?? "");
  const names = rest
    .split(/,| and | und | et | y | e /)
    .map((name) => name.replace(/["'`:]/g, "").trim());
  return names.filter((name) => /^[\w-]{1,40}$/.test(name));
}

function forWord({ text: prompt, words }: Prompt): Instructed<string> | undefined {
  const isAsked = words.some(({ meaning, text }, i) => {
    const before = words.slice(Math.max(0, i - 2), i).map((it) => it.text.toLowerCase());
    return meaning === C.word && (/ /.test(text) || before.some((it) => SINGLE.has(it)));
  });
  if (!isAsked) return undefined;
  return /sentiment|opinion|mood|stimmung/i.test(prompt)
    ? labelWriter(["Positive", "Neutral", "Negative"], prompt)
    : ({ rng, subject }) => withCapital(rng.pick(subject.language.prose.keywords));
}

function forName({ words }: Prompt): Instructed<string> | undefined {
  const at = words.findIndex(({ meaning }) => meaning === C.name);
  if (at < 0 || !isOnly(words, at)) return undefined;
  const before = words[at - 1];
  return textWriter(before?.meaning === 0 ? `${before.text} name` : "name");
}

function forNumber({ text, words }: Prompt): Instructed<string> | undefined {
  const at = words.findIndex(({ meaning }) => meaning === C.number);
  if (at < 0 || !(isOnly(words, at) || ANSWERS.test(text))) return undefined;
  const write = numberWriter("answer", text);
  return (draws) => String(write?.(draws) ?? draws.rng.between(0, 100));
}

/** Whether a word for "only" is near the word at an index. */
function isOnly(words: readonly reader.ReadWord[], at: number): boolean {
  return words.slice(Math.max(0, at - REACH), at + 2).some(({ meaning }) => meaning === C.only);
}

/** Returns a writer of the requested number of words, sentences, or items; undefined if none. */
function forCount({ text, words }: Prompt): Instructed<string> | undefined {
  const listed = (items: readonly string[]): string => listText(items, COMMAS.test(text), text);
  for (const [i, { text: word }] of words.entries()) {
    const written = /^\d{1,3}$/.test(word) ? Number(word) : 0;
    const count = reader.numbers.get(word.toLowerCase()) ?? written;
    if (count === 0 && !SINGLE.has(word.toLowerCase())) continue;
    const next = words.slice(i + 1, i + REACH).map(({ meaning }) => meaning);
    if (count > 0 && next.includes(C.keyword)) return (draws) => listed(keywords(draws, count));
    if (next.includes(C.sentence))
      return (draws) =>
        sentences(draws, Math.max(1, count)).join(phrasesOf(draws.subject.language).space);
    if (count > 0 && next.includes(C.word)) return (draws) => withinWords(draws, count);
    if (next.includes(C.item) && count > 1) return (draws) => listed(sentences(draws, count));
  }
  return undefined;
}

/** Capitalizes a label, as models do; a label in all capitals is unchanged. */
function asLabel(word: string): string {
  return word === word.toUpperCase() ? word : withCapital(word.toLowerCase());
}
