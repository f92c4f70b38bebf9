import type { Rng } from "../rng.ts";

/** The words that strings in formats contain; no list is empty. */
export type FormatWords = {
  /** Lowercase ASCII words. */
  readonly words: readonly string[];
  readonly emails: readonly string[];
  readonly colors: readonly string[];
  readonly titles: readonly string[];
  readonly sentences: readonly string[];
};

/** Writes a string in a format, with a length within the bounds if the format allows it. */
export type FormatWriter = (rng: Rng, least: number, most: number) => string;

/** Makes a writer for a format from the available words. */
export type FormatMaker = (words: FormatWords) => FormatWriter;
