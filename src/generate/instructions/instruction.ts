import { languageNamed } from "../lexicon/descriptions.ts";
import { listedLabels } from "../reading/listed-labels.ts";
import type { Reader } from "../reading/reader.ts";
import { READ_CHARACTERS } from "../reading/units.ts";
import { CONCEPT_NUMBERS as C } from "../reading/vocabulary.ts";
import type { ReadWord } from "../reading/word-table.ts";
import type { LanguageWords } from "../words/words.ts";

/** The output that a short instruction asks for. */
export type InstructedForm =
  | { readonly kind: "json"; readonly keys: readonly string[] }
  | { readonly kind: "labels"; readonly labels: readonly string[] }
  | { readonly kind: "name"; readonly of: string }
  | { readonly kind: "number" }
  | { readonly kind: "word" }
  | { readonly kind: "words" | "sentences"; readonly count: number }
  | { readonly kind: "items" | "keywords"; readonly count: number; readonly hasCommas: boolean };

/** The instructions in a system prompt that answers in text obey. */
export type Instruction = {
  readonly prompt: string;
  /** Undefined for a usual answer. */
  readonly form: InstructedForm | undefined;
  readonly language: LanguageWords | undefined;
};

/** Reads a system prompt's instructions. */
export function readInstruction(prompt: string, reader: Reader): Instruction {
  const read = prompt.slice(0, READ_CHARACTERS);
  const code = read === "" ? undefined : languageNamed("", read, reader);
  const language = code === undefined ? undefined : reader.spoken(code);
  return {
    prompt: read,
    form: read === "" ? undefined : new PromptReader(read, reader).form(),
    language,
  };
}

const JSON_ASKED: RegExp =
  /\b(?:only|valid|respond|reply|answer|return|output|format|as|in|produce|give|with)\b.{0,40}\bJSON\b|\bJSON only\b/i;
const TRUE_OR_FALSE: RegExp = /\b(true) ?(?:or|\/|,|\|) ?(false)\b/i;
const KEY: RegExp = /"([\w-]{1,40})" ?:/g;
const PRIORITIES: RegExp = /\b(\p{Lu})(\d) ?(?:to|-|–|through|until|bis|à|a) ?\1(\d)\b/u;
const COMMAS: RegExp = /\bcommas?\b|\bkommas?\b|virgules?\b/i;
const ANSWERS: RegExp = /\b(?:answer|respond|reply|return|output|give|antworte)\b/i;
const SINGLE: ReadonlySet<string> = new Set(
  "a single one 1 un une una um uma ein einem einzigen".split(" "),
);
const REACH = 4;

class PromptReader {
  readonly #prompt: string;
  readonly #reader: Reader;
  readonly #items: readonly ReadWord[];

  constructor(prompt: string, reader: Reader) {
    this.#prompt = prompt;
    this.#reader = reader;
    this.#items = reader.wordsOf(prompt, reader.languageOf(prompt).code);
  }

  form(): InstructedForm | undefined {
    const labels = this.#labels();
    if (JSON_ASKED.test(this.#prompt)) return { kind: "json", keys: this.#keys() };
    if (labels.length > 1) return { kind: "labels", labels };
    return this.#word() ?? this.#name() ?? this.#number() ?? this.#counted();
  }

  #labels(): readonly string[] {
    const truth = TRUE_OR_FALSE.exec(this.#prompt);
    const [, yes, no] = truth ?? this.#yesOrNo() ?? [];
    if (yes !== undefined && no !== undefined) return [yes, no].map(asLabel);
    const [, letter = "", first = "", last = ""] = PRIORITIES.exec(this.#prompt) ?? [];
    const count = Number(last) - Number(first) + 1;
    if (letter !== "" && count > 1)
      return Array.from({ length: count }, (_, i) => `${letter}${Number(first) + i}`);
    const classifies = this.#items.some(({ meaning }) => meaning === C.choose);
    return classifies ? listedLabels(this.#prompt, { isLoose: true }) : [];
  }

  #yesOrNo(): readonly string[] | undefined {
    const at = this.#items.findIndex(({ meaning }) => meaning === C.yes);
    if (at < 0) return undefined;
    const [yes, ...rest] = this.#items.slice(at, at + REACH);
    const no = rest.find(({ meaning }) => meaning === C.no || meaning === C.not);
    return yes && no && ["", yes.text, no.text];
  }

  /** The keys that a prompt lists: `"a": ...`, or "with the keys a, b". */
  #keys(): readonly string[] {
    const written = [...this.#prompt.matchAll(KEY)].map(([, key = ""]) => key);
    if (written.length > 0) return [...new Set(written)];
    const key = this.#items.find(({ meaning }) => meaning === C.key);
    if (key === undefined) return [];
    const rest = this.#prompt.slice(key.end).split(/[.;\n]/, 1)[0] ?? "";
    const names = rest
      .split(/,| and | und | et | y | e /)
      .map((name) => name.replace(/["'`:]/g, "").trim());
    return names.filter((name) => /^[\w-]{1,40}$/.test(name));
  }

  #word(): InstructedForm | undefined {
    const at = this.#items.findIndex(({ meaning, text }, i) => {
      const before = this.#items.slice(Math.max(0, i - 2), i).map((it) => it.text.toLowerCase());
      return meaning === C.word && (/ /.test(text) || before.some((it) => SINGLE.has(it)));
    });
    return at < 0 ? undefined : { kind: "word" };
  }

  #name(): InstructedForm | undefined {
    const at = this.#items.findIndex(({ meaning }) => meaning === C.name);
    if (at < 0 || !this.#isOnly(at)) return undefined;
    const before = this.#items[at - 1];
    return { kind: "name", of: before?.meaning === 0 ? before.text : "" };
  }

  #number(): InstructedForm | undefined {
    const at = this.#items.findIndex(({ meaning }) => meaning === C.number);
    const asks = at >= 0 && (this.#isOnly(at) || ANSWERS.test(this.#prompt));
    return asks ? { kind: "number" } : undefined;
  }

  /** Whether a word for "only" is near. */
  #isOnly(at: number): boolean {
    const near = this.#items.slice(Math.max(0, at - REACH), at + 2);
    return near.some(({ meaning }) => meaning === C.only);
  }

  /** A number of words, sentences, keywords, or items. */
  #counted(): InstructedForm | undefined {
    for (const [i, { text }] of this.#items.entries()) {
      const count =
        this.#reader.numbers.get(text.toLowerCase()) ?? (/^\d{1,3}$/.test(text) ? Number(text) : 0);
      if (count === 0 && !SINGLE.has(text.toLowerCase())) continue;
      const next = this.#items.slice(i + 1, i + REACH).map(({ meaning }) => meaning);
      const hasCommas = COMMAS.test(this.#prompt);
      if (count > 0 && next.includes(C.keyword)) return { kind: "keywords", count, hasCommas };
      if (next.includes(C.sentence)) return { kind: "sentences", count: Math.max(1, count) };
      if (count > 0 && next.includes(C.word)) return { kind: "words", count };
      if (next.includes(C.item) && count > 1) return { kind: "items", count, hasCommas };
    }
    return undefined;
  }
}

/** A label with a capital letter, as models write it; one in capitals stays as it is. */
function asLabel(word: string): string {
  if (word === word.toUpperCase()) return word;
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
