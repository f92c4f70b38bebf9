/** A sentence to begin a text with, one that goes on, one that says what to do, or a question. */
export type SentenceKind = "first" | "further" | "advice" | "question";

/** What a row is about: words for it, and sentences on it. Like a stream of draws it belongs to one row. */
export type Subject = {
  /** Words for it, at least one. */
  readonly words: readonly string[];
  /** Those of the words that look like names. */
  readonly names: readonly string[];
  /** What stands between two sentences. */
  readonly space: string;
  /** A sentence on it. */
  sentence(kind: SentenceKind): string;
  /** One of the words, another than the last time where there are others. */
  topic(): string;
};
