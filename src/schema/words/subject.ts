/** The kind of sentence: an opening, a continuation, a recommendation, or a question. */
export type SentenceKind = "first" | "further" | "advice" | "question";

/**
 * The subject of a row: words for it, and sentences about it. Like a stream of draws, it belongs to
 * one row.
 */
export type Subject = {
  /** Whether there is anything to write about; if not, nothing else may be read. */
  readonly isKnown: boolean;
  /** At least one word for the subject. */
  readonly words: readonly string[];
  /** The words that look like names. */
  readonly names: readonly string[];
  /** The separator between two sentences. */
  readonly space: string;
  /** A sentence about the subject. */
  sentence(kind: SentenceKind): string;
  /** One of the words, different from the previous one if possible. */
  topic(): string;
};
