import type { CheckTools } from "../check/check.ts";
import type { JsonValue } from "../json.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import type { Plan } from "../plan/plan.ts";
import type { Planner } from "../plan/planner.ts";
import type { Maker } from "./making.ts";
import type { TextSources } from "./text/text-sources.ts";

/** Makers for plans, each created on first use; a maker depends only on its plan. */
export type MakerBook = {
  readonly planner: Planner;
  readonly checks: CheckTools;
  readonly lexicon: Lexicon;
  readonly texts: TextSources;
  /** Keys of branches that failed during the warm-up; they are tried last. */
  readonly shunned: Set<string>;
  /** The results of branches, during the warm-up only. */
  readonly trials: Trials | undefined;
  /** A maker for the value of a property with this name, or for an item of its array. */
  makerOf(plan: Plan, name: string): Maker;
  /** Whether values are drawn from everything allowed, not only from what is likely. */
  readonly isWide: boolean;
  /** The same book, but drawing from all allowed values. */
  wide(): MakerBook;
  /** All values of a plan, if they are few. */
  finiteValuesOf(plan: Plan): readonly JsonValue[] | undefined;
};

/** How often each branch was taken, and how often it led to a row. */
export type Trials = {
  readonly counts: Map<string, { tried: number; done: number }>;
  /** The branches taken since the last row was judged. */
  readonly taken: Set<string>;
};
