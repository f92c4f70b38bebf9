import { type LimitedBudget, spendLimited } from "../budget.ts";
import { cached } from "../cached.ts";
import { findConflict } from "./conflict.ts";
import { flatten } from "./flatten.ts";
import { measure, reachable, settleHeights } from "./height.ts";
import { keyOf, type PlanTools } from "./literal.ts";
import type { Plan, Planner } from "./plan.ts";
import { stepsOf } from "./steps.ts";

/** Maximum number of schemas in plans made in advance; rows make the remaining plans as needed. */
const MOST_WORK = 80_000;
const MOST_PLANS = 60_000;

/** Creates a planner for one document; `budget` limits the planner's total work. */
export function createPlanner(
  tools: PlanTools & Pick<Planner, "textConflict"> & { readonly budget: LimitedBudget },
): Planner {
  const { budget, ...shared } = tools;
  const plans = new Map<string, Plan>();
  let work = 0;
  let made = 0;
  const self: Planner = {
    ...shared,
    spend: (steps) => spendLimited(budget, steps),
    plan: (atoms, resolved = new Set()) =>
      cached(plans, keyOf(atoms, resolved), () => {
        const flat = flatten(tools, atoms, resolved);
        work += 1 + flat.parts.length;
        self.spend(1 + flat.parts.length + flat.choices.length);
        if (plans.size > MOST_PLANS)
          for (const [old, { isSettled }] of plans) if (!isSettled) plans.delete(old);
        const facts = { conflicts: new Map(), steps: undefined, height: undefined };
        return { id: made++, atoms, resolved, flat, ...facts, isSettled: false };
      }),
    conflictOf: (plan, levels) =>
      cached(plan.conflicts, levels, () => {
        self.spend(plan.flat.parts.length);
        return findConflict(self, plan, levels);
      }),
    stepsOf: (plan) => {
      if (plan.steps === undefined) self.spend(plan.flat.parts.length);
      plan.steps ??= stepsOf(self, plan);
      return plan.steps;
    },
    heightOf: (plan) => {
      plan.height ??= measure(self, plan);
      return plan.height;
    },
    settle: (root) => {
      const settled: Plan[] = [];
      for (const plan of reachable(self, root)) {
        if (work > MOST_WORK) break;
        settled.push(plan);
      }
      settleHeights(self, settled);
    },
  };
  return self;
}
