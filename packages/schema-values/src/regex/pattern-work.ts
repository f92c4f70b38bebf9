import { type LimitedBudget, spendLimited } from "../budget.ts";

/** Counts work in units of about 25 ns. Throws a BudgetError if the budget is used up. */
export type Spend = (work: number) => void;

/** What the patterns of one schema take from its budget. */
export type PatternWork = {
  /** Counts work for one pattern. */
  spendFor(pattern: string): Spend;
  /** Number of the budget's steps that are left. */
  left(): number;
  /** The pattern that has taken the most steps, if all patterns together took more than a share of the budget. */
  heaviest(share: number): string | undefined;
};

/** A step of the budget takes about a microsecond; most work takes less than its unit. */
export const WORK_OF_A_STEP = 64;

/** Work that takes its steps from a schema's budget. */
export function patternWork(budget: LimitedBudget): PatternWork {
  const taken = new Map<string, { steps: number }>();
  return {
    spendFor: (pattern) => {
      const own = taken.get(pattern) ?? { steps: 0 };
      taken.set(pattern, own);
      return (work) => {
        const steps = work / WORK_OF_A_STEP;
        own.steps += steps;
        spendLimited(budget, steps);
      };
    },
    left: () => budget.steps,
    heaviest: (share) => {
      const sorted = [...taken].sort(([, a], [, b]) => b.steps - a.steps);
      const all = sorted.reduce((sum, [, { steps }]) => sum + steps, 0);
      return all > budget.limit * share ? sorted[0]?.[0] : undefined;
    },
  };
}
