import { type Budget, BudgetError } from "../check/check-book.ts";
import type { TextSources } from "../make/text-sources.ts";
import { type Atom, type Conflict, keyOf } from "./atom.ts";
import { childrenOf } from "./children.ts";
import { findConflict } from "./conflict.ts";
import { flatten, type PlanMemory } from "./flatten.ts";
import { heightOf, settleHeights } from "./height.ts";
import type { Plan, Steps } from "./plan.ts";
import { stepsOf } from "./steps.ts";
import type { PlanTools } from "./tools.ts";

/** Makes plans and keeps them: equal conjunctions have the same plan. */
export type Planner = PlanTools & {
  readonly memory: PlanMemory;
  readonly texts: TextSources;
  plan(atoms: readonly Atom[], resolved?: ReadonlySet<string>): Plan;
  /** Takes note of work that was done; throws a BudgetError where that was too much. */
  spend(steps: number): void;
  /** A proof that nothing conforms, found by looking so many levels down; undefined is no promise. */
  conflictOf(plan: Plan, levels: number): Conflict | undefined;
  stepsOf(plan: Plan): Steps;
  heightOf(plan: Plan): number;
  /**
   * Works out the plans that can be reached, within a budget, and settles their heights. What is
   * planned later depends on nothing but what was settled here, so the order of rows changes nothing.
   */
  settle(root: Plan): void;
};

/** Conjunctions laid out before a row is made; later ones are laid out when a row comes by. */
const MOST_WORK = 80_000;
const MOST_PLANS = 60_000;

/** A planner for the parts of one document; `budget` is what planning may cost, whenever it is done. */
export function planner(
  tools: PlanTools & { readonly texts: TextSources; readonly budget: Budget },
): Planner {
  const { budget } = tools;
  const plans = new Map<string, Plan>();
  const memory: PlanMemory = {
    denials: new Map(),
    properties: new Map(),
    objects: new WeakMap(),
    choices: new Map(),
  };
  const settled: Plan[] = [];
  let work = 0;
  let made = 0;
  const self: Planner = {
    ...tools,
    memory,
    spend: (steps) => {
      budget.steps -= steps;
      if (budget.steps < 0) throw new BudgetError("its parts can be combined in too many ways");
    },
    plan: (atoms, resolved = new Set()) => {
      const key = keyOf(atoms, resolved);
      const known = plans.get(key);
      if (known !== undefined) return known;
      const flat = flatten(self, atoms, resolved);
      work += 1 + flat.parts.length;
      self.spend(1 + flat.parts.length + flat.choices.length);
      const plan: Plan = {
        id: made++,
        atoms,
        resolved,
        flat,
        conflicts: new Map(),
        steps: undefined,
        height: Infinity,
        isSettled: false,
      };
      if (plans.size > MOST_PLANS) forgetUnsettled(plans);
      plans.set(key, plan);
      return plan;
    },
    conflictOf: (plan, levels) => {
      if (plan.conflicts.has(levels)) return plan.conflicts.get(levels);
      self.spend(plan.flat.parts.length);
      const conflict = findConflict(self, plan, levels);
      plan.conflicts.set(levels, conflict);
      return conflict;
    },
    stepsOf: (plan) => {
      plan.steps ??= stepsOf(self, plan);
      return plan.steps;
    },
    heightOf: (plan) => heightOf(self, plan),
    settle: (root) => {
      const pending = [root];
      const seen = new Set(pending);
      for (const plan of pending) {
        if (work > MOST_WORK) break;
        settled.push(plan);
        for (const child of childrenOf(self, plan)) {
          if (!seen.has(child)) pending.push(child);
          seen.add(child);
        }
      }
      settleHeights(self, settled);
    },
  };
  return self;
}

function forgetUnsettled(plans: Map<string, Plan>): void {
  for (const [key, plan] of plans) if (!plan.isSettled) plans.delete(key);
}
