import type { Atom, Contradiction } from "./atom.ts";
import type { PlanMemory } from "./flatten.ts";
import type { Plan, Steps } from "./plan.ts";
import type { TextProofs } from "./text-proofs.ts";
import type { PlanTools } from "./tools.ts";

/** Makes plans and keeps them: equal conjunctions have the same plan. */
export type Planner = PlanTools & {
  readonly memory: PlanMemory;
  readonly texts: TextProofs;
  plan(atoms: readonly Atom[], resolved?: ReadonlySet<string>): Plan;
  /** Counts work that was done; throws a BudgetError if it was too much. */
  spend(steps: number): void;
  /** A proof that nothing conforms, found by looking `levels` levels down; undefined promises nothing. */
  conflictOf(plan: Plan, levels: number): Contradiction | undefined;
  stepsOf(plan: Plan): Steps;
  heightOf(plan: Plan): number;
  /**
   * Works out the reachable plans, within a budget, and settles their heights. Plans made later depend only on what was
   * settled here, so the order of rows changes nothing.
   */
  settle(root: Plan): void;
};
