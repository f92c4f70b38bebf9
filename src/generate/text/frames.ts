import type { Rng } from "../../core/rng.ts";
import type { Pools } from "../../schema/schemas.ts";
import { capitalize } from "../../schema/schemas.ts";

/** A sentence with gaps: literal text at even indexes, the letter of a gap at odd indexes. */
export type Frame = readonly string[];

/**
 * The words that fill the gaps of a frame: `t` is a topic, `o` the property; all others come from
 * the pools.
 */
export type Filling = {
  readonly topic: () => string;
  readonly pools: Pools;
  readonly property?: string;
};

/** Parses frames, one per line; a letter in braces is a gap. */
export function frames(text: string): readonly Frame[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/[{}]/));
}

/** A frame with its gaps filled and its first letter capitalized. */
export function fill(rng: Rng, frame: Frame, filling: Filling): string {
  let text = frame[0] ?? "";
  for (let i = 1; i < frame.length; i += 2) {
    text += fillGap(rng, frame[i] ?? "", filling) + (frame[i + 1] ?? "");
  }
  return capitalize(text);
}

function fillGap(rng: Rng, gap: string, { topic, pools, property = "" }: Filling): string {
  switch (gap) {
    case "t":
      return topic();
    case "o":
      return property;
    case "n":
      return rng.pick(pools.nouns);
    case "a":
      return rng.pick(pools.adjectives);
    case "d":
      return rng.pick(pools.adverbs);
    case "p":
      return rng.pick(pools.people);
    case "c":
      return rng.pick(pools.companies);
    case "k":
      return `${rng.between(2, 98)}`;
    default:
      throw new RangeError(
        `Expected the gap of a frame to be one of t, o, n, a, d, p, c, k, got \`${gap}\`.`,
      );
  }
}
