import { type Literal, positive } from "./literal.ts";
import { hasMany, type Plan, type Planner, type Way } from "./plan.ts";

/** The height assumed for a plan that was not settled in time. */
const GUESS = 3;
const MOST_INDICES = 100;
const STEPS_OF_A_HEIGHT = 1 / 4;

type Look = (plan: Plan) => number;

/**
 * Settles the heights of plans. Computes the least fixed point, so a plan that leads only to itself
 * stays infinite.
 */
export function settleHeights(planner: Planner, plans: readonly Plan[]): void {
  const members = new Set(plans);
  const look: Look = (plan) => (members.has(plan) ? plan.height : GUESS);
  let hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    // Plans come after those that lead to them, so heights are usually known after one round.
    for (const plan of plans.toReversed()) {
      planner.spend(STEPS_OF_A_HEIGHT);
      const height = measure(planner, plan, look);
      if (height >= plan.height) continue;
      plan.height = height;
      hasChanged = true;
    }
  }
  for (const plan of plans) plan.isSettled = true;
}

/** The height of a plan; for an unsettled plan, derived from the settled ones. */
export function heightOf(planner: Planner, plan: Plan): number {
  if (plan.isSettled) return plan.height;
  if (plan.height === Infinity) {
    const look: Look = (child) => {
      if (child.isSettled) return child.height;
      return planner.conflictOf(child, 1) === undefined ? GUESS : Infinity;
    };
    const height = measure(planner, plan, look);
    plan.height = height === Infinity ? Number.MAX_VALUE : height;
  }
  return plan.height === Number.MAX_VALUE ? Infinity : plan.height;
}

function measure(planner: Planner, plan: Plan, look: Look): number {
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

/** The height of one way to a value. */
export function measureWay(way: Way, look: Look): number {
  if (way.kind === "object") {
    let height = 0;
    for (const key of way.shape.required.keys()) {
      const child = way.child(key);
      height = Math.max(height, child === undefined ? Infinity : look(child));
    }
    return 1 + height;
  }
  if (way.kind !== "array") return 0;
  return measureArray(way, look);
}

function measureArray(way: Extract<Way, { kind: "array" }>, look: Look): number {
  const { shape } = way;
  let height = 0;
  for (let index = 0; index < Math.min(shape.least, shape.prefix + 1, MOST_INDICES); index++) {
    height = Math.max(height, look(way.child(index, [])));
  }
  for (const contains of shape.contains) {
    if (contains.least === 0) continue;
    const atoms: Literal[] = [positive(contains.part)];
    const places = Math.min(shape.prefix + 1, shape.most, MOST_INDICES);
    const heights = Array.from({ length: places }, (_, index) => look(way.child(index, atoms)));
    height = Math.max(height, Math.min(...heights));
  }
  return 1 + height;
}
