/** The number of steps that a piece of work may still take. */
export type Budget = { steps: number };

/** Thrown when a budget is used up. */
export class BudgetError extends Error {}

/** The steps that compiling a schema may still take, and their initial number. */
export type LimitedBudget = Budget & { readonly limit: number };

export function limitedBudget(limit: number): LimitedBudget {
  return { steps: limit, limit };
}

/** Takes steps for compiling a schema. Throws a BudgetError if none are left. */
export function spendLimited(budget: LimitedBudget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0)
    throw new BudgetError(
      `more than ${budget.limit}; the option \`maxSchemaSteps\` can raise this limit`,
    );
}
