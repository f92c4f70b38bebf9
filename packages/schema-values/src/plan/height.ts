import type { Problem } from "../check/check.ts";
import { requiredConflict } from "./conflict.ts";
import { type ArrayWay, hasMany, type Plan, type Planner, type Way } from "./plan.ts";

/** Maximum number of items per tuple to plan in advance; rows plan later items as needed. */
const MOST_ITEMS = 100;

/** The plans for a plan's alternatives or inner values; none if the plan has many choices. */
export function childrenOf(planner: Planner, plan: Plan): readonly Plan[] {
  const steps = planner.stepsOf(plan);
  switch (steps.kind) {
    case "same":
      return [steps.plan];
    case "choice":
      // Many choices have too many combinations to plan in advance.
      return hasMany(plan) ? [] : steps.plans;
    case "typed":
      return steps.ways.flatMap(childrenOfWay);
    default:
      return [];
  }
}

export function childrenOfWay(way: Way): Plan[] {
  if (way.kind === "object") {
    const keys = [...way.shape.keys, ...(way.shape.hasMap ? ["extra"] : [])];
    return keys.flatMap((key) => way.child(key) ?? []);
  }
  return way.kind === "array" ? itemsOf(way, way.shape.most) : [];
}

/** The plans for the first `count` items, or fewer. All items after the prefix share one plan. */
function itemsOf({ shape, child }: ArrayWay, count: number): Plan[] {
  const length = Math.min(count, shape.prefix + 1, MOST_ITEMS);
  return Array.from({ length }, (_, index) => child(index, []));
}

/** A plan and all plans reachable from it, nearest first. Yields each plan before its children. */
export function* reachable(planner: Planner, root: Plan): Generator<Plan> {
  const found = new Set([root]);
  for (const plan of found) {
    yield plan;
    for (const child of childrenOf(planner, plan)) found.add(child);
  }
}

/** Maximum number of plans to search. Plans beyond this number are ignored. */
const MOST_SEARCHED = 2000;

/** The plans whose values can nest endlessly. */
export function endlessPlans(planner: Planner, root: Plan): ReadonlySet<Plan> {
  const children = new Map<Plan, readonly Plan[]>();
  for (const plan of reachable(planner, root)) {
    if (children.size === MOST_SEARCHED) break;
    children.set(plan, childrenOf(planner, plan));
  }
  const endless = new Set(children.keys());
  for (let before = Infinity; endless.size < before; ) {
    before = endless.size;
    for (const [plan, below] of [...children].reverse())
      if (!below.some((child) => endless.has(child))) endless.delete(plan);
  }
  return endless;
}

/** The assumed height of a plan whose height is not final. */
const GUESS = 3;
const STEPS_OF_A_HEIGHT = 1 / 4;

/** Computes the final heights of plans. A plan that requires itself has an infinite height. */
export function settleHeights(planner: Planner, plans: readonly Plan[]): void {
  for (const plan of plans) {
    plan.height = Infinity;
    plan.isSettled = true;
  }
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    // Reverse order saves rounds, because most children come after their parents.
    for (const plan of plans.toReversed()) {
      planner.spend(STEPS_OF_A_HEIGHT);
      const height = measure(planner, plan);
      hasChanged ||= height < (plan.height ?? Infinity);
      plan.height = height;
    }
  }
}

/** The height of a plan, derived from the heights of settled plans. */
export function measure(planner: Planner, plan: Plan): number {
  const look = (child: Plan): number => {
    if (child.isSettled) return child.height ?? Infinity;
    return planner.conflictOf(child, 1) === undefined ? GUESS : Infinity;
  };
  const steps = planner.stepsOf(plan);
  switch (steps.kind) {
    case "dead":
      return Infinity;
    case "values":
      return 0;
    case "same":
      return look(steps.plan);
    case "choice":
      return hasMany(plan) ? GUESS : Math.min(...steps.plans.map(look));
    case "typed":
      return Math.min(...steps.ways.map((way) => measureWay(way, look)));
  }
}

export function measureWay(way: Way, look: (plan: Plan) => number): number {
  if (way.kind === "array") return 1 + Math.max(0, ...itemsOf(way, way.shape.least).map(look));
  if (way.kind !== "object") return 0;
  const heights = [...way.shape.required.keys()].map((key) => {
    const child = way.child(key);
    return child === undefined ? Infinity : look(child);
  });
  return 1 + Math.max(0, ...heights);
}

/** Explains why a plan of infinite height has no value. */
export function explain(planner: Planner, plan: Plan, seen: readonly Plan[] = []): Problem {
  const steps = planner.stepsOf(plan);
  if (steps.kind === "dead") return steps.conflict;
  const within = [...seen, plan];
  if (steps.kind === "same") return explain(planner, steps.plan, within);
  const ways = steps.kind === "typed" && !seen.includes(plan) ? steps.ways : [];
  for (const way of ways) {
    if (way.kind !== "object") continue;
    for (const [key, path] of way.shape.required) {
      const child = way.child(key);
      if (child !== undefined && planner.heightOf(child) === Infinity)
        return requiredConflict(key, path, explain(planner, child, within));
    }
  }
  const paths = plan.flat.parts.map((part) => part.pointer);
  return { reason: "the value would need infinitely many nested values", paths };
}
