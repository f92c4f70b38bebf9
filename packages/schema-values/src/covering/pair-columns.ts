import { mixed } from "../rng.ts";
import { type Column, divisorOf, permuted } from "./chooser.ts";

/** A choice that every row reaches. */
export type PairedChoice = { readonly key: number; readonly count: number };

/** More ranks are never planned. */
const MOST_RANKS = 20_000;
/** Number of alternatives compared for a rank. */
const MOST_CANDIDATES = 12;
/** Maximum number of comparisons for all columns, about 50 ms. */
const MOST_STEPS = 10_000_000;
const TRIES = 8;
/** Pairs of one column with all others. */
const MOST_PAIRS = 2_000_000;

/**
 * Columns for choices such that every pair of alternatives of two choices occurs within four times
 * the product of the two largest numbers of alternatives. Without randomness, so that rows depend
 * only on the schema, the seed, and the index.
 */
export function pairColumns(choices: readonly PairedChoice[]): ReadonlyMap<number, Column> {
  const sorted = [...choices].sort((a, b) => b.count - a.count);
  const [first] = sorted;
  const columns = new Map<number, Column>();
  if (first === undefined || sorted.length < 2) return columns;
  // Only the others are planned, and their pairs with the first need the most ranks.
  const ranks = Math.min(MOST_RANKS, 4 * first.count * (sorted[2]?.count ?? 0));
  const planned: Planned[] = [];
  const budget = { steps: MOST_STEPS };
  for (const choice of sorted) {
    const column = columnFor(choice, planned, { ranks, budget });
    planned.push({
      count: choice.count,
      values: Uint32Array.from({ length: ranks }, (_, i) => column(i)),
    });
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
  // Meets each alternative of the first column within the product of both numbers.
  const cycle = (count / divisorOf(count, first.count)) * first.count;
  return (rank) => (rank + Math.floor(rank / cycle)) % count;
}

/** Tries a few orders of the candidates; the last one covers most pairs if none covers all. */
function greedyColumn(choice: PairedChoice, others: readonly Planned[], limits: Limits): Column {
  let table: readonly number[] = [];
  // So many pairs can't occur within the planned ranks anyway.
  const tries = pairsOf(choice.count, others) > MOST_PAIRS ? 0 : TRIES;
  for (let salt = 0; salt < tries; salt++) {
    const draft = new Draft(choice.count, others);
    draft.fill(mixed(choice.key, salt), limits);
    table = draft.table;
    if (draft.missing === 0 || limits.budget.steps < 0) break;
  }
  return (rank) => table[rank] ?? permuted(choice.key, rank, choice.count);
}

/** A column that is being planned: at each rank, the alternative of the block with most new pairs. */
class Draft {
  readonly table: number[] = [];
  /** Number of pairs that have not occurred. */
  missing: number;
  readonly #count: number;
  readonly #others: readonly Planned[];
  /** For each pair with an alternative of another column, 1 if it has not occurred. */
  readonly #isNew: Uint8Array;
  /** The first pair with each other column's alternative at the current rank. */
  readonly #rows: Uint32Array;

  constructor(count: number, others: readonly Planned[]) {
    this.#count = count;
    this.#others = others;
    this.missing = pairsOf(count, others);
    this.#isNew = new Uint8Array(this.missing).fill(1);
    this.#rows = new Uint32Array(others.length);
  }

  fill(key: number, { ranks, budget }: Limits): void {
    const isNew = this.#isNew;
    let block: number[] = [];
    for (let rank = 0; rank < ranks; rank++) {
      if (block.length === 0) {
        if (this.missing === 0 || budget.steps < 0) return;
        block = Array.from({ length: this.#count }, (_, i) => i);
      }
      const tried = Math.min(block.length, MOST_CANDIDATES);
      budget.steps -= tried * this.#others.length;
      this.#findRows(rank);
      const start = mixed(key, rank) % block.length;
      const best = (start + this.#bestOf(block, start, tried)) % block.length;
      const [value = 0] = block.splice(best, 1);
      this.table.push(value);
      for (const row of this.#rows) {
        this.missing -= isNew[row + value] as number;
        isNew[row + value] = 0;
      }
    }
  }

  #findRows(rank: number): void {
    let first = 0;
    for (let i = 0; i < this.#others.length; i++) {
      const { values, count } = this.#others[i] as Planned;
      this.#rows[i] = first + (values[rank] as number) * this.#count;
      first += count * this.#count;
    }
  }

  /** The offset of the candidate with the most new pairs. */
  #bestOf(block: readonly number[], start: number, tried: number): number {
    const rows = this.#rows;
    const isNew = this.#isNew;
    let best = 0;
    let most = -1;
    for (let j = 0; j < tried; j++) {
      const value = block[(start + j) % block.length] as number;
      let gain = 0;
      for (let i = 0; i < rows.length; i++) gain += isNew[(rows[i] as number) + value] as number;
      if (gain <= most) continue;
      most = gain;
      best = j;
    }
    return best;
  }
}

function pairsOf(count: number, others: readonly Planned[]): number {
  return others.reduce((sum, other) => sum + other.count * count, 0);
}
