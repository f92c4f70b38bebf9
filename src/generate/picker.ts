import type { Rng } from "../core/rng.ts";

/**
 * Returns a function that picks one of the items per call, and never the same index twice in a row.
 */
export function createPicker<Item>(rng: Rng, items: readonly Item[]): () => Item {
  const [only] = items;
  if (items.length === 1 && only !== undefined) return () => only;
  let place = -1;
  return () => {
    // The step leads to any index except the current one.
    place =
      place < 0
        ? rng.below(items.length)
        : (place + rng.between(1, items.length - 1)) % items.length;
    const item = items[place];
    if (item === undefined) throw new RangeError("Expected `items` to have at least one item.");
    return item;
  };
}

/** The places at which a round may start: this many, from one of them on. */
export type Starts = { readonly from: number; readonly count: number };

/**
 * Returns a function that cycles through the items from a random start, with a step that visits all
 * of them before any repeats.
 */
export function createRound<Item>(rng: Rng, items: readonly Item[], starts?: Starts): () => Item {
  let place = -1;
  let step = 0;
  return () => {
    if (place < 0) {
      step = rng.pick(stepsRound(items.length));
      const { from, count } = starts ?? { from: 0, count: items.length };
      place = (from + rng.below(count)) % items.length;
    } else place = (place + step) % items.length;
    const item = items[place];
    if (item === undefined) throw new RangeError("Expected `items` to have at least one item.");
    return item;
  };
}

const stepsOfLengths = new Map<number, readonly number[]>();

/** The steps that share no divisor with a length. */
function stepsRound(length: number): readonly number[] {
  const known = stepsOfLengths.get(length);
  if (known !== undefined) return known;
  const all = Array.from({ length: Math.max(1, length - 1) }, (_, i) => i + 1);
  const steps = all.filter((step) => greatestDivisor(step, length) === 1);
  stepsOfLengths.set(length, steps);
  return steps;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}
