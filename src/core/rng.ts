/** A stream of pseudo-random draws. One is made for one purpose and thrown away: nothing shares it. */
export type Rng = {
  /** A number in [0, 1) with 32 random bits. */
  next(): number;
  /** An integer in [0, bound); bound is an integer in 1..2^32. */
  below(bound: number): number;
  /** An integer in [min, max], both included. */
  between(min: number, max: number): number;
  /** True with the given probability: 0 never, 1 always. */
  chance(probability: number): boolean;
  /** One of the items; throws a RangeError where there are none. */
  pick<Item>(items: readonly Item[]): Item;
};

type Part = string | number;

/**
 * The stream of draws that belongs to a key: the same for whoever asks, in whatever order.
 * The key is hashed before it seeds the generator, because neighbouring seeds of the small fast
 * generators give visibly correlated first draws.
 */
export function rngFor(seed: number, ...key: readonly Part[]): Rng {
  const state = hashKey(seed, key);
  return rngFromState(state[0], state[1], state[2], state[3]);
}

/** A 32-bit hash of a key, for where one number is enough. */
export function hash32(seed: number, ...key: readonly Part[]): number {
  return hashKey(seed, key)[0] >>> 0;
}

/** cyrb128 by bryc (public domain) over the parts, each closed by its kind so that ["ab"] and ["a", "b"] differ. */
function hashKey(seed: number, key: readonly Part[]): [number, number, number, number] {
  const state: [number, number, number, number] = [1779033703, 3144134277, 1013904242, 2773480762];
  absorb(state, `${seed}`);
  mix(state, 0x10001);
  for (const part of key) {
    absorb(state, typeof part === "string" ? part : `${part}`);
    mix(state, typeof part === "string" ? 0x10002 : 0x10003);
  }
  return finish(state);
}

function absorb(state: [number, number, number, number], text: string): void {
  let [h1, h2, h3, h4] = state;
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i);
    h1 = h2 ^ Math.imul(h1 ^ k, 597399067);
    h2 = h3 ^ Math.imul(h2 ^ k, 2869860233);
    h3 = h4 ^ Math.imul(h3 ^ k, 951274213);
    h4 = h1 ^ Math.imul(h4 ^ k, 2716044179);
  }
  state[0] = h1;
  state[1] = h2;
  state[2] = h3;
  state[3] = h4;
}

function mix(state: [number, number, number, number], k: number): void {
  const [h1, h2, h3, h4] = state;
  state[0] = h2 ^ Math.imul(h1 ^ k, 597399067);
  state[1] = h3 ^ Math.imul(h2 ^ k, 2869860233);
  state[2] = h4 ^ Math.imul(h3 ^ k, 951274213);
  state[3] = state[0] ^ Math.imul(h4 ^ k, 2716044179);
}

function finish(state: [number, number, number, number]): [number, number, number, number] {
  const [s1, s2, s3, s4] = state;
  const h1 = avalanche(Math.imul(s3 ^ (s1 >>> 18), 597399067));
  const h2 = avalanche(Math.imul(s4 ^ (s2 >>> 22), 2869860233));
  const h3 = avalanche(Math.imul(s1 ^ (s3 >>> 17), 951274213));
  const h4 = avalanche(Math.imul(s2 ^ (s4 >>> 19), 2716044179));
  return [h1 ^ h2 ^ h3 ^ h4, h2 ^ h1, h3 ^ h1, h4 ^ h1];
}

/** The finaliser of murmur3: every input bit reaches every output bit. */
function avalanche(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** sfc32 (Chris Doty-Humphrey, PractRand; public domain). */
function rngFromState(s0: number, s1: number, s2: number, s3: number): Rng {
  let a = s0 | 0;
  let b = s1 | 0;
  let c = s2 | 0;
  let counter = s3 | 0;
  const next32 = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  const next = (): number => next32() / 4294967296;
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    between: (min, max) => min + below(max - min + 1),
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (items.length === 0) throw new RangeError("Expected `items` to hold at least one item.");
      return item as (typeof items)[number];
    },
  };
}
