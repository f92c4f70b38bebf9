import type { Subject as BaseSubject } from "schema-values";
import type { GivenValues } from "./given-values.ts";

/** The kind of sentence: an opening, a continuation, a recommendation, or a question. */
export type SentenceKind = "first" | "further" | "advice" | "question";

/** The opinion that an input expresses. */
export type Mood = {
  /** From -1 (very negative) to 1 (very positive); 0 if it expresses none. */
  readonly value: number;
  /** Whether it has good and bad sides that outweigh each other. */
  readonly isMixed: boolean;
};

/** Labels, each as its words in lowercase. Equal lists must be the same object, which is remembered. */
export type LabelWords = readonly (readonly string[])[];

/** What can be counted or looked up in an input. */
export type InputFacts = {
  readonly isQuestion: boolean;
  readonly hasPersonalData: boolean;
  readonly words: number;
  /** Number of Unicode code points. */
  readonly characters: number;
  readonly sentences: number;
  readonly lines: number;
};

/** What an input can mention. */
export type MentionKind =
  | "date"
  | "email"
  | "money"
  | "organization"
  | "person"
  | "phone"
  | "place"
  | "url";

/** Something that an input mentions, at these code units. */
export type Mention = {
  readonly kind: MentionKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

/** Passages of the input. */
export type Passages = {
  readonly count: number;
  /** The next one, in a circle; undefined if there are none. */
  next(): string | undefined;
};

/**
 * The subject of a row: words for it, sentences about it, and what is known about the input. Like a
 * stream of draws, it belongs to one row.
 */
export type Subject = BaseSubject & {
  /** Whether the subject offers anything to write about; otherwise, it writes no sentences. */
  readonly isKnown: boolean;
  /** Single words for the subject; none if it is not known. */
  readonly words: readonly string[];
  /** The words that look like names. */
  readonly names: readonly string[];
  /** The separator between two sentences. */
  readonly space: string;
  /** The input's language, as an ISO 639-1 code. */
  readonly language: string;
  readonly mood: Mood;
  readonly facts: InputFacts;
  /** The values that the input states. */
  readonly stated: GivenValues;
  /** A sentence about the subject. */
  sentence(kind: SentenceKind): string;
  /** One of the words, different from the previous one if possible. */
  topic(): string;
  /** What the input mentions of some kinds, in order. */
  mentionsOf(kinds: ReadonlySet<MentionKind>): readonly Mention[];
  /** How many words of the input show each of some labels. */
  countLabels(labels: LabelWords): readonly number[];
  /** A passage of the input, such as one of its sentences. */
  quote(): string;
  /**
   * A few sentences of the input in order, up to a number of characters; undefined if none fits, or if the row is to be written
   * in another language.
   */
  excerpt(most: number): string | undefined;
  /** A short reply to the author of the input. */
  reply(): string;
  /** A reason that quotes the input; undefined if no passage is short enough. */
  reason(): string | undefined;
  /** What the input asks for. */
  readonly requests: Passages;
  /** Its clauses that can be points of a list. */
  readonly points: Passages;
  /** An invented name, address, or tax number that fits the language; undefined if any fits. */
  invented(
    kind: "person" | "given" | "family" | "firm" | "address" | "taxNumber",
  ): string | undefined;
  /** What the input seems to be about: its first word that expresses no opinion. */
  thing(): string;
  /** The number of clauses of the input that express a good opinion, or a bad one. */
  countOpinions(side: "good" | "bad"): number;
  /** The next of these clauses, in a circle; undefined if there is none. */
  nextOpinion(side: "good" | "bad"): string | undefined;
  /** The currency of an amount in the input, as an ISO 4217 code; undefined if it names none. */
  readonly currency: string | undefined;
  /** The start of a clause of the input, without the words that don't belong at the end of a title. */
  title(): string;
  /** The next mention of one of these kinds, in a circle; undefined if there is none. */
  nextMention(kinds: ReadonlySet<MentionKind>): Mention | undefined;
  /**
   * A draw from 0 (inclusive) to `count` (exclusive) that is often the same for equal inputs and
   * purposes, unless the heat is high.
   */
  preferred(count: number, purpose: number): number;
  /** The same subject, with sentences in another language if it is supported. */
  inLanguage(language: string): Subject;
};
