import { words as wordSet } from "schema-values";
import { languageNamed } from "../lexicon/descriptions.ts";
import { listedLabels } from "../reading/listed-labels.ts";
import type { Reader } from "../reading/reader.ts";
import { READ_CHARACTERS } from "../reading/units.ts";
import { CONCEPT_NUMBERS as C } from "../reading/vocabulary.ts";
import type { ReadWord } from "../reading/word-table.ts";
import type { LanguageWords } from "../words/words.ts";

/** The output that a short instruction requests. */
export type InstructedForm =
  | { readonly kind: "json"; readonly keys: readonly string[] }
  | { readonly kind: "labels"; readonly labels: readonly string[] }
  | { readonly kind: "name"; readonly of: string }
  | { readonly kind: "number" }
  | { readonly kind: "word" }
  | { readonly kind: "words" | "sentences"; readonly count: number }
  | { readonly kind: "items" | "keywords"; readonly count: number; readonly hasCommas: boolean };

/** The instructions in a system prompt that text answers follow. */
export type Instruction = {
  readonly prompt: string;
  /** Undefined for a usual answer. */
  readonly form: InstructedForm | undefined;
  readonly language: LanguageWords | undefined;
};

export function readInstruction(prompt: string, reader: Reader): Instruction {
  const read = prompt.slice(0, READ_CHARACTERS);
  if (read === "") return { prompt: read, form: undefined, language: undefined };
  const words = reader.wordsOf(read, reader.languageOf(read));
  const language = reader.spoken(languageNamed("", read, reader) ?? "");
  return { prompt: read, form: formOf({ text: read, words, reader }), language };
}

type Prompt = {
  readonly text: string;
  readonly words: readonly ReadWord[];
  readonly reader: Reader;
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

function formOf(prompt: Prompt): InstructedForm | undefined {
  if (JSON_ASKED.test(prompt.text)) return { kind: "json", keys: keysIn(prompt) };
  const labels = labelsIn(prompt);
  if (labels.length > 1) return { kind: "labels", labels };
  return wordForm(prompt) ?? nameForm(prompt) ?? numberForm(prompt) ?? countedForm(prompt);
}

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

function yesOrNo(words: readonly ReadWord[]): readonly string[] {
  const at = words.findIndex(({ meaning }) => meaning === C.yes);
  if (at < 0) return [];
  const [yes, ...rest] = words.slice(at, at + REACH);
  const no = rest.find(({ meaning }) => meaning === C.no || meaning === C.not);
  return yes && no ? [yes.text, no.text] : [];
}

/** The keys that a prompt lists: `"a": ...`, or "with the keys a, b". */
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

function wordForm({ words }: Prompt): InstructedForm | undefined {
  const isAsked = words.some(({ meaning, text }, i) => {
    const before = words.slice(Math.max(0, i - 2), i).map((it) => it.text.toLowerCase());
    return meaning === C.word && (/ /.test(text) || before.some((it) => SINGLE.has(it)));
  });
  return isAsked ? { kind: "word" } : undefined;
}

function nameForm({ words }: Prompt): InstructedForm | undefined {
  const at = words.findIndex(({ meaning }) => meaning === C.name);
  if (at < 0 || !isOnly(words, at)) return undefined;
  const before = words[at - 1];
  return { kind: "name", of: before?.meaning === 0 ? before.text : "" };
}

function numberForm({ text, words }: Prompt): InstructedForm | undefined {
  const at = words.findIndex(({ meaning }) => meaning === C.number);
  const asks = at >= 0 && (isOnly(words, at) || ANSWERS.test(text));
  return asks ? { kind: "number" } : undefined;
}

/** Whether a word for "only" is near the word at an index. */
function isOnly(words: readonly ReadWord[], at: number): boolean {
  return words.slice(Math.max(0, at - REACH), at + 2).some(({ meaning }) => meaning === C.only);
}

/** The form for a number of words, sentences, keywords, or items; undefined if none is asked. */
function countedForm({ text, words, reader }: Prompt): InstructedForm | undefined {
  const hasCommas = COMMAS.test(text);
  for (const [i, { text: word }] of words.entries()) {
    const written = /^\d{1,3}$/.test(word) ? Number(word) : 0;
    const count = reader.numbers.get(word.toLowerCase()) ?? written;
    if (count === 0 && !SINGLE.has(word.toLowerCase())) continue;
    const next = words.slice(i + 1, i + REACH).map(({ meaning }) => meaning);
    if (count > 0 && next.includes(C.keyword)) return { kind: "keywords", count, hasCommas };
    if (next.includes(C.sentence)) return { kind: "sentences", count: Math.max(1, count) };
    if (count > 0 && next.includes(C.word)) return { kind: "words", count };
    if (next.includes(C.item) && count > 1) return { kind: "items", count, hasCommas };
  }
  return undefined;
}

/** A label with an initial capital, as models write it; one in all capitals is unchanged. */
function asLabel(word: string): string {
  if (word === word.toUpperCase()) return word;
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
