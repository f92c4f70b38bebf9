import type { Making } from "./making.ts";

/** The items in random order; heavier ones tend to come first. */
export function byWeight<Item extends { readonly weight: number }>(
  items: readonly Item[],
  making: Making,
): Item[] {
  const left = [...items];
  const out: Item[] = [];
  while (left.length > 0) out.push(...left.splice(drawIndex(left, making), 1));
  return out;
}

function drawIndex(items: readonly { readonly weight: number }[], making: Making): number {
  let rest = making.rng.next() * items.reduce((sum, item) => sum + item.weight, 0);
  for (const [index, item] of items.entries()) {
    rest -= item.weight;
    if (rest < 0) return index;
  }
  return 0;
}
