import type { PlanMemory } from "./flatten.ts";
import type { Contradiction, Literal } from "./literal.ts";
import type { Plan, Steps } from "./plan.ts";
import type { TextProofs } from "./text-proofs.ts";
import type { PlanTools } from "./tools.ts";

/** Creates plans and keeps them: equal conjunctions share one plan. */
export type Planner = PlanTools & {
  readonly memory: PlanMemory;
  readonly texts: TextProofs;
  plan(atoms: readonly Literal[], resolved?: ReadonlySet<string>): Plan;
  /** Counts completed work. Throws a BudgetError if it exceeds the budget. */
  spend(steps: number): void;
  /** A proof that nothing conforms, searching `levels` levels deep; undefined proves nothing. */
  conflictOf(plan: Plan, levels: number): Contradiction | undefined;
  stepsOf(plan: Plan): Steps;
  heightOf(plan: Plan): number;
  /**
   * Computes the reachable plans within a budget and settles their heights. Later plans depend only
   * on what was settled here, so the order of rows has no effect.
   */
  settle(root: Plan): void;
};
