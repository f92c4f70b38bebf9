/** The number of steps that a piece of work may still take. */
export type Budget = { steps: number };

/** Thrown when a budget is used up. */
export class BudgetError extends Error {}

/** A budget for compiling a schema; `limit` is its initial number of steps. */
export type LimitedBudget = Budget & { readonly limit: number };

export function limitedBudget(limit: number): LimitedBudget {
  return { steps: limit, limit };
}

/** Takes steps from a schema's budget. Throws a BudgetError if too few are left. */
export function spendLimited(budget: LimitedBudget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0)
    throw new BudgetError(
      `more than ${budget.limit}; to raise this limit, set the option \`maxSchemaSteps\``,
    );
}
