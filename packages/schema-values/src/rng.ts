/** A stream of pseudo-random numbers, created for one purpose and never shared. */
export type Rng = Pick<Sfc32, keyof Sfc32>;

/** A 32-bit hash of two integers. */
export function mixed(one: number, other: number): number {
  let h = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A 32-bit hash of a string. Different `start` values give different hashes. */
export function hashOf(text: string, start: number = text.length): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = mixed(hash, text.charCodeAt(i));
  return hash;
}

/** Opens the stream for a seed and a key. Hashing avoids correlations between adjacent seeds. */
export function rngFor(seed: number, ...key: readonly (string | number)[]): Rng {
  const text = JSON.stringify([seed, ...key]);
  return new Sfc32(hashOf(text, 1), hashOf(text, 2), hashOf(text, 3), hashOf(text, 4));
}

/** sfc32 (Chris Doty-Humphrey, PractRand; public domain). */
class Sfc32 {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(a: number, b: number, c: number, counter: number) {
    this.#a = a | 0;
    this.#b = b | 0;
    this.#c = c | 0;
    this.#counter = counter | 0;
  }

  /** A number in [0, 1) with 32 random bits. */
  next(): number {
    const b = this.#b;
    const c = this.#c;
    const t = (((this.#a + b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = b ^ (b >>> 9);
    this.#b = (c + (c << 3)) | 0;
    this.#c = (((c << 21) | (c >>> 11)) + t) | 0;
    return (t >>> 0) / 4294967296;
  }

  /** An integer in [0, bound); bound is an integer in 1..2^32. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** An integer in [min, max], both inclusive. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** True with the given probability: 0 never, 1 always. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the items. Throws a RangeError if there are none. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError("Expected `items` to have at least one item.");
    return items[Math.floor(this.next() * items.length)] as Item;
  }
}

/** Draws an index with probability proportional to its weight. */
export function drawIndex(rng: Rng, weights: readonly number[]): number {
  let total = 0;
  for (const weight of weights) total += weight;
  let rest = rng.next() * total;
  let last = 0;
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index] ?? 0;
    if (weight === 0) continue;
    rest -= weight;
    last = index;
    if (rest < 0) break;
  }
  return last;
}

export function shuffled<Item>(items: readonly Item[], rng: Rng): Item[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    [out[i], out[j]] = [out[j] as Item, out[i] as Item];
  }
  return out;
}
