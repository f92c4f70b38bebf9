import { commonDivisor } from "../plan/scalar-shapes.ts";
import { mixed, type Rng } from "../rng.ts";

/** Returns the alternative for a rank. Each block of `count` ranks has each alternative once. */
export function permuted(key: number, rank: number, count: number): number {
  const position = rank % count;
  const hash = mixed(key, (rank - position) / count);
  const offset = hash % count;
  if (count < 3) return (position + offset) % count;
  let step = 1 + (mixed(hash, count) % (count - 1));
  while (commonDivisor(step, count) !== 1) step = (step % (count - 1)) + 1;
  return (position * step + offset) % count;
}

/** A choice's ID, and the row's rank, from 0, among the rows that make this choice. */
export type Spot = { readonly site: number; readonly rank: number };

/** The alternative that a row takes for a choice. */
export type Pick = {
  readonly alternative: number;
  /** The row's rank among the rows whose alternatives `isMember` accepts, including this row. */
  rankAmong(isMember: (alternative: number) => boolean): number;
};

/** Returns the alternative for a rank. Each block of n ranks has each of n alternatives once. */
export type Column = (rank: number) => number;

/** Columns for the choices that every row makes, keyed by the choice's ID. */
export type Columns = ReadonlyMap<number, Column>;

export type Taken = { readonly spot: Spot; readonly count: number };

export type Chooser = ReturnType<typeof createChooser>;

/** Makes the choices for one attempt at a row; with `loose`, a quarter of them are random. */
export function createChooser(columns: Columns, seed: number, loose?: Rng) {
  /** The choices made so far, in order. */
  const taken: Taken[] = [];
  /** Chooses one of the alternatives 0 to `count` - 1. */
  const choose = (spot: Spot, count: number): Pick => {
    // The seed only permutes a column's alternatives, so any seed covers all pairs.
    const at = (rank: number): number =>
      permuted(mixed(seed, spot.site), columns.get(spot.site)?.(rank) ?? rank, count);
    const position = spot.rank % count;
    const start = spot.rank - position;
    taken.push({ spot, count });
    return {
      alternative: loose?.chance(0.25) === true ? loose.below(count) : at(spot.rank),
      rankAmong: (isMember) => {
        let before = 0;
        for (let i = 0; i < position; i++) if (isMember(at(start + i))) before++;
        let members = 0;
        for (let i = 0; i < count; i++) if (isMember(i)) members++;
        return (start / count) * members + before;
      },
    };
  };
  return { taken, choose };
}
