import type { Rng } from "../core/rng.ts";

/** A function that picks one of the items at each call, and never the same place twice in a row. */
export function createPicker<Item>(rng: Rng, items: readonly Item[]): () => Item {
  const [only] = items;
  if (items.length === 1 && only !== undefined) return () => only;
  let place = -1;
  return () => {
    // The step leads round the list to any place but the one it starts from.
    place =
      place < 0
        ? rng.below(items.length)
        : (place + rng.between(1, items.length - 1)) % items.length;
    const item = items[place];
    if (item === undefined) throw new RangeError("Expected `items` to hold at least one item.");
    return item;
  };
}
