import type { Rng } from "../../../core/rng.ts";
import { letters } from "../pieces.ts";
import type { Pools } from "../pools.ts";

/** Writes a text in a format, of a length between the bounds where the format leaves that open. */
export type FormatWriter = (rng: Rng, least: number, most: number) => string;

/** Makes the writer of a format from the words that there are. */
export type FormatMaker = (pools: Pools) => FormatWriter;

/** Formats by name, each with the maker of its writer. */
export type FormatTable = { readonly [format: string]: FormatMaker };

/** A word of the pools. */
export function word(pools: Pools, rng: Rng): string {
  return rng.pick(pools.words);
}

/** A text between a head and a tail, as long as asked where that is possible. */
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

/** The maker of a writer that needs no words. */
export function fixed(write: FormatWriter): FormatMaker {
  return () => write;
}

/** So many characters of an alphabet. */
export function chars(rng: Rng, count: number, alphabet: string): string {
  let out = "";
  for (let i = 0; i < count; i++) out += alphabet.charAt(rng.below(alphabet.length));
  return out;
}

/** A length as near to the usual one as the bounds allow. */
export function lengthNear(usual: number, least: number, most: number): number {
  return Math.max(least, Math.min(usual, most));
}
