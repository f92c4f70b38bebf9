import type { Making } from "./making.ts";

/** A copy in random order. */
export function shuffled<Item>(items: readonly Item[], making: Making): Item[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = making.rng.below(i + 1);
    const item = out[i] as Item;
    out[i] = out[j] as Item;
    out[j] = item;
  }
  return out;
}
