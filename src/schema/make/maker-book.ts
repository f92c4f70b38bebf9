import type { JsonValue } from "../../core/json.ts";
import type { CheckTools } from "../check/check-book.ts";
import { finiteValues } from "../plan/finite-values.ts";
import type { Plan } from "../plan/plan.ts";
import type { Planner } from "../plan/planner.ts";
import type { Pools } from "../words/pools.ts";
import type { Maker } from "./making.ts";
import { planMaker } from "./plan-maker.ts";

/** Makers for plans, each made when it is first asked for; what it is depends on the plan alone. */
export type MakerBook = {
  readonly planner: Planner;
  readonly checks: CheckTools;
  readonly pools: Pools;
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

const MOST_MAKERS = 100_000;

/** What is found out about branches, and the words that values are made of. */
export type MakerSupplies = Pick<MakerBook, "pools" | "shunned" | "trials">;

/** No branch tried yet. */
export function noTrials(): Trials {
  return { counts: new Map(), taken: new Set() };
}

/** An empty book. */
export function makerBook(planner: Planner, supplies: MakerSupplies, isWide = false): MakerBook {
  const lists = new Map<Plan, readonly JsonValue[] | undefined>();
  let wide: MakerBook | undefined;
  const makers = new Map<string, Maker>();
  const book: MakerBook = {
    planner,
    checks: planner.checks,
    ...supplies,
    isWide,
    makerOf: (plan, name) => {
      const key = `${plan.id} ${name}`;
      const known = makers.get(key);
      if (known !== undefined) return known;
      let made: Maker | undefined;
      const maker: Maker = (making) => {
        made ??= planMaker(book, plan, name);
        return made(making);
      };
      if (makers.size > MOST_MAKERS) makers.clear();
      makers.set(key, maker);
      return maker;
    },
    wide: () => {
      wide ??= isWide ? book : makerBook(planner, supplies, true);
      return wide;
    },
    finiteValuesOf: (plan) => {
      if (!lists.has(plan)) lists.set(plan, finiteValues(planner, plan));
      return lists.get(plan);
    },
  };
  return book;
}
