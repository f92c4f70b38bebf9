/** A stream of pseudo-random draws. Each stream is made for one purpose and never shared. */
export type Rng = Pick<Sfc32, keyof Sfc32>;

type Part = string | number;

/** 128 bits, as four 32-bit integers. */
export type Hash128 = Readonly<State>;

/**
 * The stream of draws for a key: identical for every caller, regardless of the order of calls. The
 * key is hashed before it seeds the generator because adjacent seeds of small, fast generators give
 * visibly correlated first draws.
 */
export function rngFor(seed: number, ...key: readonly Part[]): Rng {
  return new Sfc32(finished(absorbed(seed, key)));
}

/**
 * Makes the same streams as `rngFor`, for keys that start with the same parts. Hashes these parts
 * only once, which halves the hashing for a short input.
 */
export class RngFamily {
  readonly #state: State;

  constructor(seed: number, ...start: readonly Part[]) {
    this.#state = absorbed(seed, start);
  }

  /** The stream for a key that continues with these parts. */
  rng(...rest: readonly Part[]): Rng {
    // Copies the fields one by one, because a spread takes several times as long for each row.
    const { h1, h2, h3, h4 } = this.#state;
    const state = { h1, h2, h3, h4 };
    for (const part of rest) absorbPart(state, part);
    return new Sfc32(finished(state));
  }

  /** The stream for a key that continues with a hash (such as a long string's), then `rest`. */
  rngOfHash({ h1, h2, h3, h4 }: Hash128, ...rest: readonly Part[]): Rng {
    const { h1: s1, h2: s2, h3: s3, h4: s4 } = this.#state;
    const state = { h1: s1 ^ h1, h2: s2 ^ h2, h3: s3 ^ h3, h4: s4 ^ h4 };
    absorb(state, "", END_OF_STRING);
    for (const part of rest) absorbPart(state, part);
    return new Sfc32(finished(state));
  }
}

/** A 32-bit hash of a key, for uses that need only one number. */
export function hash32(seed: number, ...key: readonly Part[]): number {
  return finished(absorbed(seed, key)).h1 >>> 0;
}

type State = { h1: number; h2: number; h3: number; h4: number };

/** cyrb128 by bryc (public domain). Parts end with type codes, so ["ab"] and ["a", "b"] differ. */
function absorbed(seed: number, key: readonly Part[]): State {
  const state: State = { h1: 1779033703, h2: 3144134277 | 0, h3: 1013904242, h4: 2773480762 | 0 };
  absorb(state, `${seed}`, 0x10001);
  for (const part of key) absorbPart(state, part);
  return state;
}

const END_OF_STRING = 0x10002;

function absorbPart(state: State, part: Part): void {
  if (typeof part === "string") absorb(state, part, END_OF_STRING);
  else absorb(state, `${part}`, 0x10003);
}

function absorb(state: State, text: string, close: number): void {
  let { h1, h2, h3, h4 } = state;
  const { length } = text;
  for (let i = 0; i <= length; i++) {
    const k = i === length ? close : text.charCodeAt(i);
    h1 = h2 ^ Math.imul(h1 ^ k, 597399067);
    h2 = h3 ^ Math.imul(h2 ^ k, 2869860233);
    h3 = h4 ^ Math.imul(h3 ^ k, 951274213);
    h4 = h1 ^ Math.imul(h4 ^ k, 2716044179);
  }
  state.h1 = h1;
  state.h2 = h2;
  state.h3 = h3;
  state.h4 = h4;
}

function finished(state: State): State {
  const h1 = avalanche(Math.imul(state.h3 ^ (state.h1 >>> 18), 597399067));
  const h2 = avalanche(Math.imul(state.h4 ^ (state.h2 >>> 22), 2869860233));
  const h3 = avalanche(Math.imul(state.h1 ^ (state.h3 >>> 17), 951274213));
  const h4 = avalanche(Math.imul(state.h2 ^ (state.h4 >>> 19), 2716044179));
  return { h1: h1 ^ h2 ^ h3 ^ h4, h2: h2 ^ h1, h3: h3 ^ h1, h4: h4 ^ h1 };
}

/** The finalizer of murmur3: every input bit affects every output bit. */
function avalanche(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * sfc32 (Chris Doty-Humphrey, PractRand; public domain). It is a class because every row has its
 * own stream, and an object is cheaper than one closure per method.
 */
class Sfc32 {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(state: State) {
    this.#a = state.h1;
    this.#b = state.h2;
    this.#c = state.h3;
    this.#counter = state.h4;
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

  /** Returns true with this probability, from 0 (never) to 1 (always). */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Draws one of the items. Throws a RangeError if there are none. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError("Expected `items` to have at least one item.");
    return items[Math.floor(this.next() * items.length)] as Item;
  }
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Length of an ID in base-62 digits: about 131 bits. */
const LENGTH = 22;

/** Random letters and digits for an ID. */
export function drawBase62(rng: Rng): string {
  let text = "";
  while (text.length < LENGTH) text += DIGITS.charAt(rng.below(DIGITS.length));
  return text;
}

/** Letters and digits for an ID, from a hexadecimal hash. */
export function base62OfHex(hex: string): string {
  let text = "";
  for (let rest = BigInt(`0x${hex}`); text.length < LENGTH; rest /= BigInt(DIGITS.length))
    text += DIGITS.charAt(Number(rest % BigInt(DIGITS.length)));
  return text;
}
