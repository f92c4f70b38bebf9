import type { Rng } from "../rng.ts";

/** A 32-bit hash of two integers. */
export function mixed(one: number, other: number): number {
  let h = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A 32-bit hash of a string. */
export function hashOf(text: string): number {
  let hash = text.length;
  for (let i = 0; i < text.length; i++) hash = mixed(hash, text.charCodeAt(i));
  return hash;
}

/**
 * The alternative at a rank. Each block of `count` consecutive ranks is a permutation of the
 * alternatives 0 to `count` - 1, so each occurs in every 2 × `count` - 1 consecutive ranks.
 */
export function permuted(key: number, rank: number, count: number): number {
  const position = rank % count;
  const hash = mixed(key, (rank - position) / count);
  const offset = hash % count;
  if (count < 3) return (position + offset) % count;
  let step = 1 + (mixed(hash, count) % (count - 1));
  while (divisorOf(step, count) !== 1) step = (step % (count - 1)) + 1;
  return (position * step + offset) % count;
}

/** The greatest common divisor. */
export function divisorOf(one: number, other: number): number {
  return other === 0 ? one : divisorOf(other, one % other);
}

/** Where a choice is made: its key, and the row's rank among the rows that reach it, from 0. */
export type Spot = { readonly site: number; readonly rank: number };

/** A row's alternative of a choice. */
export type Pick = {
  readonly alternative: number;
  /** The row's rank among the rows that take one of some alternatives, including its own. */
  rankAmong(isMember: (alternative: number) => boolean): number;
};

/** A choice's alternative by rank; each block of as many ranks as alternatives is a permutation. */
export type Column = (rank: number) => number;

/** The trial's findings about a schema's choices, by site. */
export type ChoiceMemory = {
  /** Alternatives that never led to a row. */
  readonly dead: Map<number, ReadonlySet<number>>;
  /** The columns of choices that every row reaches. */
  readonly columns: ReadonlyMap<number, Column>;
};

/** A choice of a row: the alternative that was its turn, and the one that it took. */
export type Taken = {
  readonly spot: Spot;
  readonly count: number;
  readonly due: number;
  used: number;
};

const allOf: (readonly number[])[] = [];

/** The alternatives that are not dead; all if every one is. */
function aliveOf(count: number, dead: ReadonlySet<number> | undefined): readonly number[] {
  allOf[count] ??= Array.from({ length: count }, (_, i) => i);
  const all = allOf[count];
  if (dead === undefined) return all;
  const alive = all.filter((it) => !dead.has(it));
  return alive.length === 0 ? all : alive;
}

/** Makes the choices of one attempt at one row. */
export class Chooser {
  /** In the order in which they were made. */
  readonly taken: Taken[] = [];
  readonly #memory: ChoiceMemory;
  readonly #seed: number;
  /** Draws the choices that this attempt gives up; undefined if none. */
  readonly #loose: Rng | undefined;

  constructor(memory: ChoiceMemory, seed: number, loose?: Rng) {
    this.#memory = memory;
    this.#seed = seed;
    this.#loose = loose;
  }

  /** Chooses one of the alternatives 0 to `count` - 1. */
  choose(spot: Spot, count: number): Pick {
    const list = aliveOf(count, this.#memory.dead.get(spot.site));
    const at = (rank: number): number => list[this.#place(spot.site, rank, list.length)] ?? 0;
    const position = spot.rank % list.length;
    const start = spot.rank - position;
    const due = this.#loose?.chance(0.25) === true ? this.#loose.pick(list) : at(spot.rank);
    this.taken.push({ spot, count: list.length, due, used: due });
    return {
      alternative: due,
      rankAmong: (isMember) => {
        let before = 0;
        for (let i = 0; i < position; i++) if (isMember(at(start + i))) before++;
        return (start / list.length) * list.filter(isMember).length + before;
      },
    };
  }

  /** Records that another alternative was taken, because the last choice's own led nowhere. */
  replace(index: number, used: number): void {
    const taken = this.taken[index];
    if (taken !== undefined) taken.used = used;
  }

  #place(site: number, rank: number, count: number): number {
    if (count === 1) return 0;
    const key = mixed(this.#seed, site);
    const column = this.#memory.columns.get(site);
    // A seed renames the alternatives of a column, so that the pairs stay the same.
    return column === undefined ? permuted(key, rank, count) : permuted(key, column(rank), count);
  }
}
