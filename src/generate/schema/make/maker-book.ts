import type { JsonValue } from "../../../core/json.ts";
import type { CheckTools } from "../check/check-book.ts";
import type { Plan } from "../plan/plan.ts";
import type { Planner } from "../plan/planner.ts";
import type { Pools } from "../pools.ts";
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

/** An empty book. */
export function makerBook(
  planner: Planner,
  pools: Pools,
  shunned: Set<string>,
  isTrial: boolean,
): MakerBook {
  const makers = new Map<string, Maker>();
  const book: MakerBook = {
    planner,
    checks: planner.checks,
    pools,
    shunned,
    trials: isTrial ? { counts: new Map(), taken: new Set() } : undefined,
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
    finiteValuesOf: (plan) => finiteValues(planner, plan),
  };
  return book;
}

function finiteValues(planner: Planner, plan: Plan): readonly JsonValue[] | undefined {
  const steps = planner.stepsOf(plan);
  if (steps.kind === "values") return steps.values;
  if (steps.kind === "same") return finiteValues(planner, steps.plan);
  if (steps.kind !== "typed") return undefined;
  const values = steps.ways.flatMap((way) => {
    if (way.kind === "values") return way.values;
    if (way.kind !== "number" || way.shape.max - way.shape.min > 200 || (way.types & 64) !== 0)
      return [];
    const first = Math.ceil(way.shape.min);
    return Array.from({ length: Math.floor(way.shape.max) - first + 1 }, (_, i) => first + i);
  });
  return values.filter((value) =>
    plan.atoms.every(
      (atom) => planner.checks.of(atom.part)(value, { steps: 10_000 }) !== atom.negated,
    ),
  );
}
