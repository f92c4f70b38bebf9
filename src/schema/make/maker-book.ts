import type { JsonValue } from "../../core/json.ts";
import type { CheckTools } from "../check/check.ts";
import type { Plan } from "../plan/plan.ts";
import type { Planner } from "../plan/planner.ts";
import type { Pools } from "../words/pools.ts";
import type { Maker } from "./making.ts";
import type { TextSources } from "./text/text-sources.ts";

/** Makers for plans, each made when it is first asked for; what it is depends on the plan alone. */
export type MakerBook = {
  readonly planner: Planner;
  readonly checks: CheckTools;
  readonly pools: Pools;
  readonly texts: TextSources;
  /** Branches, by their plan, that the warm-up found to lead nowhere: they come last. */
  readonly shunned: Set<string>;
  /** What became of branches, during the warm-up only. */
  readonly trials: Trials | undefined;
  /** A maker for the value of a property with a name, or for an item of such. */
  makerOf(plan: Plan, name: string): Maker;
  /** Whether values are drawn from all that is allowed, not from what is likely. */
  readonly isWide: boolean;
  /** The same book for values that are drawn from all that is allowed. */
  wide(): MakerBook;
  /** All values of a plan where they are few. */
  finiteValuesOf(plan: Plan): readonly JsonValue[] | undefined;
};

/** Counts of how often a branch was taken, and how often a row came of it. */
export type Trials = {
  readonly counts: Map<string, { tried: number; done: number }>;
  /** The branches taken since the last row was judged. */
  readonly taken: Set<string>;
};
