import type { Frame } from "../text/frames.ts";

/** The languages that answers are written in, by ISO 639-1. */
export type LanguageCode = "de" | "en" | "es" | "fr" | "it" | "ja" | "ko" | "nl" | "pt" | "zh";

/** The sentences that answers in a language are made of. */
export type Sentences = {
  /** Sentences that begin an answer; each names a topic. */
  readonly openings: readonly Frame[];
  /** Sentences that go on with an answer; those that say what to do apart. */
  readonly continuations: readonly Frame[];
  readonly advice: readonly Frame[];
  /** What one may ask about an input. */
  readonly questions: readonly Frame[];
  /** Short replies to the author of an input; each names a topic. */
  readonly replies: readonly Frame[];
  /** Steps of reasoning, in the order that they come in; those on a property name it. */
  readonly firstSteps: readonly Frame[];
  readonly middleSteps: readonly Frame[];
  readonly propertySteps: readonly Frame[];
  readonly lastSteps: readonly Frame[];
};

/** What a language is recognized by, and its sentences. */
export type Language = Sentences & {
  readonly code: LanguageCode;
  /** Words that texts in the language are full of; each once. */
  readonly commonWords: readonly string[];
  /** Words in lower case that say nothing of what a text is about. */
  readonly stopWords: ReadonlySet<string>;
  /** Whether a word may well be a noun, in languages in which that can be seen. */
  readonly isNoun?: (word: string) => boolean;
};

/** The words of a text, without those that come again. */
export function wordsIn(text: string): readonly string[] {
  return [...new Set(text.trim().split(/\s+/))];
}
