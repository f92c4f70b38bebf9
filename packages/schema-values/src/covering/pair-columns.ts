import { divisorOf, mixed, permuted } from "./permutation.ts";

/** A choice's alternative by rank; each block of as many ranks as alternatives is a permutation. */
export type Column = (rank: number) => number;

/** A choice that every row reaches. */
export type PairedChoice = { readonly key: number; readonly count: number };

/** More ranks are never planned. */
const MOST_RANKS = 20_000;
/** Number of alternatives compared for a rank. */
const MOST_CANDIDATES = 12;
/** Maximum number of comparisons for all columns, about 50 ms. */
const MOST_STEPS = 20_000_000;
const TRIES = 8;

/**
 * Columns for choices such that every pair of alternatives of two choices occurs within four times
 * the product of the two largest numbers of alternatives. Without randomness, so that rows depend
 * only on the schema, the seed, and the index.
 */
export function pairColumns(choices: readonly PairedChoice[]): ReadonlyMap<number, Column> {
  const sorted = [...choices].sort((a, b) => b.count - a.count);
  const [first, second] = sorted;
  const columns = new Map<number, Column>();
  if (first === undefined || second === undefined) return columns;
  const ranks = Math.min(MOST_RANKS, 4 * first.count * second.count);
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
  for (let salt = 0; salt < TRIES; salt++) {
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
  missing = 0;
  readonly #count: number;
  readonly #others: readonly Planned[];
  /** For each other column, 1 for each pair that has not occurred. */
  readonly #isNew: readonly Uint8Array[];

  constructor(count: number, others: readonly Planned[]) {
    this.#count = count;
    this.#others = others;
    this.#isNew = others.map((other) => new Uint8Array(other.count * count).fill(1));
    for (const pairs of this.#isNew) this.missing += pairs.length;
  }

  fill(key: number, { ranks, budget }: Limits): void {
    let block: number[] = [];
    for (let rank = 0; rank < ranks; rank++) {
      if (block.length === 0) {
        if (this.missing === 0 || budget.steps < 0) return;
        block = Array.from({ length: this.#count }, (_, i) => i);
      }
      const start = mixed(key, rank) % block.length;
      budget.steps -= Math.min(block.length, MOST_CANDIDATES) * this.#others.length;
      const [value = 0] = block.splice(this.#bestOf(block, start, rank), 1);
      this.table.push(value);
      this.#others.forEach(({ values }, i) => {
        const pair = (values[rank] as number) * this.#count + value;
        this.missing -= this.#isNew[i]?.[pair] ?? 0;
        this.#isNew[i]?.fill(0, pair, pair + 1);
      });
    }
  }

  #bestOf(block: readonly number[], start: number, rank: number): number {
    const gains = new Uint8Array(Math.min(block.length, MOST_CANDIDATES));
    for (let i = 0; i < this.#others.length; i++) {
      const isNew = this.#isNew[i] as Uint8Array;
      const base = (this.#others[i] as Planned).values[rank] as number;
      for (let j = 0; j < gains.length; j++) {
        const value = block[(start + j) % block.length] as number;
        gains[j] = (gains[j] as number) + (isNew[base * this.#count + value] as number);
      }
    }
    const most = gains.indexOf(Math.max(...gains));
    return (start + most) % block.length;
  }
}
