import { mixed, type Rng } from "../rng.ts";

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

/** The columns of choices that every row reaches, by site. */
export type Columns = ReadonlyMap<number, Column>;

/** A choice that a row made. */
export type Taken = { readonly spot: Spot; readonly count: number };

/** Makes the choices of one attempt at one row. */
export class Chooser {
  /** In the order in which they were made. */
  readonly taken: Taken[] = [];
  readonly #columns: Columns;
  readonly #seed: number;
  /** Draws the choices that this attempt gives up; undefined if none. */
  readonly #loose: Rng | undefined;

  constructor(columns: Columns, seed: number, loose?: Rng) {
    this.#columns = columns;
    this.#seed = seed;
    this.#loose = loose;
  }

  /** Chooses one of the alternatives 0 to `count` - 1. */
  choose(spot: Spot, count: number): Pick {
    const at = (rank: number): number => this.#at(spot.site, rank, count);
    const position = spot.rank % count;
    const start = spot.rank - position;
    this.taken.push({ spot, count });
    return {
      alternative: this.#loose?.chance(0.25) === true ? this.#loose.below(count) : at(spot.rank),
      rankAmong: (isMember) => {
        let before = 0;
        for (let i = 0; i < position; i++) if (isMember(at(start + i))) before++;
        let members = 0;
        for (let i = 0; i < count; i++) if (isMember(i)) members++;
        return (start / count) * members + before;
      },
    };
  }

  #at(site: number, rank: number, count: number): number {
    if (count === 1) return 0;
    const key = mixed(this.#seed, site);
    const column = this.#columns.get(site);
    // A seed renames the alternatives of a column, so that the pairs stay the same.
    return column === undefined ? permuted(key, rank, count) : permuted(key, column(rank), count);
  }
}
