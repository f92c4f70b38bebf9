import type { Rng } from "../../core/rng.ts";
import type { PoolName, Pools } from "./pools.ts";

/** Approximate number of tokens in a sentence. */
export const TOKENS_OF_A_SENTENCE = 14;
const MOST_SENTENCES = 40;
/** Pools of shorter strings, used if no sentence is short enough. */
const SHORTER: readonly PoolName[] = ["points", "topics", "keywords"];

/** A writer of sentences from a pool, as many as the tokens and the bounds for characters allow. */
export function proseWriter(
  name: PoolName,
  pools: Pools,
  { least, most }: { readonly least: number; readonly most: number },
): (rng: Rng, tokens: number) => string {
  const fitting = [name, ...SHORTER].map((pool) =>
    pools[pool].filter((text) => text.length <= most),
  );
  const sentences = fitting.find((pool) => pool.length > 0) ?? pools[name];
  // Adjacent sentences come from different frames: a string takes its sentences in the order of the
  // pool, or backward.
  const steps = [1, Math.max(1, sentences.length - 1)];
  return (rng, tokens) => {
    const room = Math.floor(tokens / TOKENS_OF_A_SENTENCE);
    const count = rng.between(1, Math.max(1, Math.min(MOST_SENTENCES, room)));
    let place = rng.below(sentences.length);
    let text = sentences[place] ?? "";
    const step = count > 1 || text.length < least ? rng.pick(steps) : 0;
    for (let i = 1; i < count || text.length < least; i++) {
      place = (place + step) % sentences.length;
      const next = sentences[place] ?? "";
      if (text.length >= least && text.length + 1 + next.length > most) break;
      text += ` ${next}`;
    }
    return text;
  };
}
