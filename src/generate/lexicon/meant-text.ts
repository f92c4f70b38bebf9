import type { TextWriter } from "./recipe.ts";
import type { RelatedWriter } from "./related-text.ts";

/** Writes strings with a meaning. */
export type MeantText = {
  readonly write: TextWriter;
  /** The same about the row's subject, if possible. */
  readonly related?: RelatedWriter | undefined;
  /** The labels that the string is one of. */
  readonly labels?: readonly string[];
  /** Whether the schema says what the string is about. */
  readonly isTold: boolean;
};
