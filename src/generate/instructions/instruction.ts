import type { LanguageCode } from "../languages/language.ts";
import { isSpoken } from "../languages/languages.ts";
import { choicesIn } from "../lexicon/described-choices.ts";
import { languageAsked } from "../lexicon/language-names.ts";
import { NUMBER_WORDS } from "../lexicon/number-words.ts";

/** What a short instruction asks for. */
export type InstructedForm =
  | { readonly kind: "json" }
  | { readonly kind: "labels"; readonly labels: readonly string[] }
  | { readonly kind: "keywords"; readonly items: number; readonly hasCommas: boolean }
  | { readonly kind: "list"; readonly items: number; readonly hasBullets: boolean }
  | { readonly kind: "number" }
  | { readonly kind: "sentences"; readonly count: number }
  | { readonly kind: "word" }
  | { readonly kind: "words"; readonly most: number };

/** The instructions in a system prompt that answers in text obey. */
export type Instruction = {
  readonly prompt: string;
  /** Undefined for a usual answer. */
  readonly form: InstructedForm | undefined;
  readonly language: LanguageCode | undefined;
};

const COUNT = `(\\d{1,2}|${[...NUMBER_WORDS.keys()].join("|")})`;

const YES_OR_NO: RegExp =
  /\b(yes or no|yes\/no|true or false|ja oder nein|oui ou non|sí o no|sì o no|sim ou não)\b/i;
const JSON_ONLY: RegExp =
  /\b(?:only|valid|respond|reply|answer|return|output|format)\b.{0,40}\bJSON\b|\bJSON only\b/i;
const NUMBER: RegExp =
  /\b(?:only|just|single|exactly)\b.{0,25}\b(?:number|integer|digit)\b|\b(?:number|integer) only\b|\b(?:answer|respond|reply) with (?:a|the|an) (?:number|integer|score)\b|\bnur mit einer Zahl\b|\buniquement par un nombre\b/i;
const WORD: RegExp =
  /\b(?:one|a single|1|exactly one|only one) word\b|\bsingle[- ]word\b|\beinem (?:einzigen )?Wort\b|\bun seul mot\b|\buna (?:sola|única) palabra\b/i;
const SENTENCES: RegExp = new RegExp(
  `(?<!\\w)${COUNT} (?:short |brief |concise |single |complete )*(?:sentences?|Sätzen?|Satz|phrases?|frases?|frasi|zinnen|zin)\\b`,
  "iu",
);
const LIST: RegExp = new RegExp(
  `\\b(?:list of|list|give|exactly) (?:me )?(?:exactly )?${COUNT}\\b(?! (?:words?|sentences?))|(?<!\\w)${COUNT} (?:short |brief )?(?:bullet points?|bullets|items|ideas|tips|Stichpunkten?)\\b`,
  "iu",
);
const BULLETS: RegExp = /\bbullet|\bStichpunkt|\bpuces?\b|\bviñetas?\b|\bunordered\b/i;
const KEYWORDS: RegExp =
  /\b(?:key ?words|tags|hashtags|Schlagw|Stichw|mots[- ]clés|palabras clave)/i;
const COMMAS: RegExp = /\bcommas?\b|\bKommas?\b|virgules?\b/i;
const MOST_WORDS: RegExp =
  /\b(?:at most|no more than|not more than|up to|maximum(?: of)?|max\.?|under|fewer than|less than|within|in|höchstens|maximal|maximum) (\d{1,3}) (?:words|Wörtern?|mots|palabras|parole)\b|\b(\d{1,3}) words (?:or less|or fewer|max)/i;
/** Prompts that ask for one of some labels. */
const CLASSIFIES: RegExp =
  /\bclassif|\blabel|\bcategor|\bsentiment|\bone of\b|\bchoose\b|\bpick\b|\b(?:respond|answer|reply) with\b|\beither\b|\bwhether\b|\bdetect\b|\bklassifizier|\bordne|\bclasse|\bclasifica/i;

/** Reads a system prompt's instructions. */
export function readInstruction(prompt: string): Instruction {
  const asked = prompt === "" ? undefined : languageAsked("", prompt);
  const language = asked !== undefined && isSpoken(asked) ? asked : undefined;
  return { prompt, form: prompt === "" ? undefined : formOf(prompt), language };
}

function formOf(prompt: string): InstructedForm | undefined {
  if (JSON_ONLY.test(prompt)) return { kind: "json" };
  const [, answers] = YES_OR_NO.exec(prompt) ?? [];
  if (answers !== undefined)
    return { kind: "labels", labels: answers.split(/ (?:or|oder|ou|o) |\//).map(capitalized) };
  const labels = CLASSIFIES.test(prompt) ? choicesIn(prompt, { least: 1, most: 60 }, true) : [];
  if (labels.length > 1) return { kind: "labels", labels };
  if (NUMBER.test(prompt)) return { kind: "number" };
  if (WORD.test(prompt)) return { kind: "word" };
  const [, most, mostBefore] = MOST_WORDS.exec(prompt) ?? [];
  if (most !== undefined || mostBefore !== undefined)
    return { kind: "words", most: Number(most ?? mostBefore) };
  const [, listed, bullets] = LIST.exec(prompt) ?? [];
  const items = countOf(listed ?? bullets);
  if (items > 1 && KEYWORDS.test(prompt))
    return { kind: "keywords", items, hasCommas: COMMAS.test(prompt) };
  if (items > 1) return { kind: "list", items, hasBullets: BULLETS.test(prompt) };
  const count = countOf(SENTENCES.exec(prompt)?.[1]);
  return count > 0 ? { kind: "sentences", count } : undefined;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

/** 0 without a number. */
function countOf(text: string | undefined): number {
  return text === undefined ? 0 : (NUMBER_WORDS.get(text.toLowerCase()) ?? Number(text));
}
