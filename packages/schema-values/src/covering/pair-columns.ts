import { commonDivisor } from "../plan/scalar-shapes.ts";
import { mixed } from "../rng.ts";
import { type Column, permuted } from "./chooser.ts";

/** A choice that every row reaches. */
export type PairedChoice = { readonly key: number; readonly count: number };

const MOST_RANKS = 20_000;
/** Maximum number of alternatives compared for a rank. */
const MOST_CANDIDATES = 12;
/** Maximum number of comparisons for all columns; this many take about 50 ms. */
const MOST_STEPS = 10_000_000;
const TRIES = 8;
/** Maximum number of pairs between one column and all others. */
const MOST_PAIRS = 2_000_000;

/** Plans columns that usually contain all pairs of alternatives; empty for a single choice. */
export function pairColumns(choices: readonly PairedChoice[]): ReadonlyMap<number, Column> {
  const sorted = [...choices].sort((a, b) => b.count - a.count);
  const [first] = sorted;
  const columns = new Map<number, Column>();
  if (first === undefined || sorted.length < 2) return columns;
  // The first two columns need no table. Of the other columns, the third has the most pairs.
  const ranks = Math.min(MOST_RANKS, 4 * first.count * (sorted[2]?.count ?? 0));
  const planned: Planned[] = [];
  const budget = { steps: MOST_STEPS };
  for (const choice of sorted) {
    const column = columnFor(choice, planned, { ranks, budget });
    const values = Uint32Array.from({ length: ranks }, (_, i) => column(i));
    planned.push({ count: choice.count, values });
    columns.set(choice.key, column);
  }
  return columns;
}

type Planned = { readonly count: number; readonly values: Uint32Array };
type Limits = { readonly ranks: number; readonly budget: { steps: number } };

function columnFor(choice: PairedChoice, others: readonly Planned[], limits: Limits): Column {
  const { count } = choice;
  const [first, second] = others;
  if (first === undefined) return (rank) => rank % count;
  if (second !== undefined) return greedyColumn(choice, others, limits);
  // The first `count * first.count` ranks contain every pair with the first column.
  const cycle = (count / commonDivisor(count, first.count)) * first.count;
  return (rank) => (rank + Math.floor(rank / cycle)) % count;
}

/** Tries orders of the alternatives until one covers all pairs. Uses the last one if none does. */
function greedyColumn(choice: PairedChoice, others: readonly Planned[], limits: Limits): Column {
  let table: readonly number[] = [];
  // If there are more than MOST_PAIRS pairs, the planned ranks can't cover them, so skip all tries.
  const tries = pairsOf(choice.count, others) > MOST_PAIRS ? 0 : TRIES;
  for (let salt = 0; salt < tries; salt++) {
    const draft = greedyTable(choice.count, others, { ...limits, key: mixed(choice.key, salt) });
    table = draft.table;
    if (draft.missing === 0 || limits.budget.steps < 0) break;
  }
  return (rank) => table[rank] ?? permuted(choice.key, rank, choice.count);
}

/** For each rank, picks the alternative with the most new pairs; counts the `missing` pairs. */
function greedyTable(
  count: number,
  others: readonly Planned[],
  { ranks, budget, key }: Limits & { readonly key: number },
): { readonly table: readonly number[]; readonly missing: number } {
  const table: number[] = [];
  let missing = pairsOf(count, others);
  /** For each pair with another column's alternatives, 1 if the pair has not occurred yet. */
  const isNew = new Uint8Array(missing).fill(1);
  /** For each other column, the index in `isNew` where pairs with its current alternative begin. */
  const rows = new Uint32Array(others.length);
  let block: number[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    if (block.length === 0) {
      if (missing === 0 || budget.steps < 0) break;
      block = Array.from({ length: count }, (_, i) => i);
    }
    const tried = Math.min(block.length, MOST_CANDIDATES);
    budget.steps -= tried * others.length;
    let first = 0;
    for (let i = 0; i < others.length; i++) {
      const other = others[i] as Planned;
      rows[i] = first + (other.values[rank] as number) * count;
      first += other.count * count;
    }
    const start = mixed(key, rank) % block.length;
    let [best, most] = [start, -1];
    for (let j = 0; j < tried; j++) {
      const place = (start + j) % block.length;
      const value = block[place] as number;
      let gain = 0;
      for (let i = 0; i < rows.length; i++) gain += isNew[(rows[i] as number) + value] as number;
      if (gain > most) [best, most] = [place, gain];
    }
    const [value = 0] = block.splice(best, 1);
    table.push(value);
    for (const row of rows) {
      missing -= isNew[row + value] as number;
      isNew[row + value] = 0;
    }
  }
  return { table, missing };
}

function pairsOf(count: number, others: readonly Planned[]): number {
  return others.reduce((sum, other) => sum + other.count * count, 0);
}
