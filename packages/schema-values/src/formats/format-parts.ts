import type { Rng } from "../rng.ts";
import { letters } from "./pieces.ts";

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

/** Makers of writers, by the name of the format. */
export type FormatTable = { readonly [format: string]: FormatMaker };

/** A random word from the words. */
export function word(words: FormatWords, rng: Rng): string {
  return rng.pick(words.words);
}

/** A string between a prefix and a suffix, padded to the requested length if possible. */
export function between(
  rng: Rng,
  bounds: readonly [number, number],
  parts: readonly [string, string, string],
): string {
  const [head, middle, tail] = parts;
  const [least, most] = bounds;
  const room = most - head.length - tail.length;
  const cut = middle.slice(0, Math.max(1, room));
  return (
    head + cut + letters(rng, Math.max(0, least - head.length - cut.length - tail.length)) + tail
  );
}

/** A maker of a writer that needs no words. */
export function fixed(write: FormatWriter): FormatMaker {
  return () => write;
}

/** This many random characters of an alphabet. */
export function chars(rng: Rng, count: number, alphabet: string): string {
  let out = "";
  for (let i = 0; i < count; i++) out += alphabet.charAt(rng.below(alphabet.length));
  return out;
}

/** The length closest to the usual one within the bounds. */
export function lengthNear(usual: number, least: number, most: number): number {
  return Math.max(least, Math.min(usual, most));
}
