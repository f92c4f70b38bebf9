import type { Choice } from "./branch-coverage.ts";

/** The number of alternatives or pairs, and those that no row took. */
export type Share = { readonly total: number; readonly missing: readonly string[] };

/** Pairs are formed between this many choices at most. */
const MOST_PAIRED = 30;

/** The alternatives of reached choices. `except` leaves out a few, such as `most`. */
export function alternativesShare(
  choices: readonly Choice[],
  except: readonly string[] = [],
): Share {
  const all = choices.flatMap((choice) => {
    const taken = takenOf(choice);
    const { place, kind, alternatives } = choice;
    return alternatives
      .filter((each) => !(kind === "size" && except.includes(each)))
      .map((each) => ({ name: `${place || "(root)"}: ${each}`, isTaken: taken.has(each) }));
  });
  return {
    total: all.length,
    missing: all.filter(({ isTaken }) => !isTaken).map(({ name }) => name),
  };
}

/**
 * The alternatives that the first 2n rows that reach a choice with n alternatives don't take. Choices that fewer rows reach are
 * left out.
 */
export function lateAlternatives(choices: readonly Choice[]): Share {
  const due = choices.filter(
    ({ takenBy, alternatives }) => takenBy.size >= 2 * alternatives.length,
  );
  return alternativesShare(
    due.map((choice) => ({
      ...choice,
      takenBy: new Map([...choice.takenBy].slice(0, 2 * choice.alternatives.length)),
    })),
  );
}

/** The first choices that each of the rows reaches, and that no other choice restricts. */
export function pairedChoices(choices: readonly Choice[], rows: number): readonly Choice[] {
  return choices
    .filter(({ takenBy, isEntangled }) => takenBy.size === rows && !isEntangled)
    .slice(0, MOST_PAIRED);
}

/** Number of rows within which all pairs must occur. */
export function pairBound(paired: readonly Choice[]): number {
  const [first = 1, second = 1] = paired
    .map(({ alternatives }) => alternatives.length)
    .sort((a, b) => b - a);
  return 4 * first * second;
}

/** A task depends on earlier ones, so a single task depends on none. */
const IMPOSSIBLE: RegExp = /^\.tasks: one with \.tasks\[\]\.depends_on: (one|many)$/;

/** The pairs of alternatives of these choices. A row takes a pair if it takes both alternatives. */
export function pairsShare(paired: readonly Choice[], rows: number): Share {
  const missing: string[] = [];
  let total = 0;
  paired.forEach((first, i) => {
    for (const second of paired.slice(i + 1)) {
      const taken = pairsTaken(first, second, rows);
      for (const one of first.alternatives)
        for (const other of second.alternatives) {
          const pair = `${first.place || "(root)"}: ${one} with ${second.place}: ${other}`;
          if (IMPOSSIBLE.test(pair)) continue;
          total++;
          if (!taken.has(`${one}\n${other}`)) missing.push(pair);
        }
    }
  });
  return { total, missing };
}

function pairsTaken(first: Choice, second: Choice, rows: number): ReadonlySet<string> {
  const taken = new Set<string>();
  for (const [row, ones] of first.takenBy) {
    if (row >= rows) break;
    for (const one of ones)
      for (const other of second.takenBy.get(row) ?? []) taken.add(`${one}\n${other}`);
  }
  return taken;
}

function takenOf({ takenBy }: Choice): ReadonlySet<string> {
  return new Set([...takenBy.values()].flatMap((each) => [...each]));
}
