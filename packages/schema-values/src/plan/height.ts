import { requiredConflict } from "./conflict.ts";
import { type Contradiction, type Literal, positive } from "./literal.ts";
import { hasMany, type Plan, type Planner, type Way } from "./plan.ts";

/** The plans that a plan leads to. */
function childrenOf(planner: Planner, plan: Plan): Plan[] {
  const steps = planner.stepsOf(plan);
  if (steps.kind === "same") return [steps.plan];
  // Many choices have too many combinations to plan in advance.
  if (steps.kind === "choice") return hasMany(plan) ? [] : [...steps.plans];
  if (steps.kind !== "typed") return [];
  return steps.ways.flatMap((way) => childrenOfWay(planner, way));
}

function childrenOfWay(planner: Planner, way: Way): Plan[] {
  if (way.kind === "object") {
    const keys = [...way.shape.keys, ...(way.shape.hasMap ? ["extra"] : [])];
    return keys.flatMap((key) => way.child(key) ?? []);
  }
  if (way.kind !== "array") return [];
  const { shape } = way;
  const combinations: Literal[][] = [
    [],
    ...shape.contains.map((contains) => [positive(contains.part)]),
  ];
  const indices = Array.from(
    { length: Math.min(shape.prefix, MOST_PLANNED) + 1 },
    (_, index) => index,
  );
  const reachable = indices.filter((index) => index < shape.most);
  return reachable.flatMap((index) => {
    const plans = combinations.map((atoms) => way.child(index, atoms));
    return plans.filter((child) => planner.conflictOf(child, 0) === undefined);
  });
}

/** Later items of a tuple are planned when a row needs them. */
const MOST_PLANNED = 100;

/**
 * A plan and those that it leads to, nearest first; a plan's children are computed only after it
 * was yielded.
 */
export function* reachable(planner: Planner, root: Plan): Generator<Plan> {
  const pending = [root];
  const seen = new Set(pending);
  for (const plan of pending) {
    yield plan;
    for (const child of childrenOf(planner, plan)) {
      if (!seen.has(child)) pending.push(child);
      seen.add(child);
    }
  }
}

/** Larger schemas are searched only in part. */
const MOST_SEARCHED = 2000;

/** The plans whose values can nest without end. */
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

const ENDLESS: Contradiction = {
  reason: "the value would have to contain itself endlessly",
  paths: [],
};

/** Explains why a plan of infinite height has no value. */
export function explain(
  planner: Planner,
  plan: Plan,
  seen: ReadonlySet<Plan> = new Set(),
): Contradiction {
  const steps = planner.stepsOf(plan);
  if (steps.kind === "dead") return steps.conflict;
  if (seen.has(plan)) return { ...ENDLESS, paths: plan.flat.parts.map((part) => part.pointer) };
  const within = new Set(seen).add(plan);
  if (steps.kind === "same") return explain(planner, steps.plan, within);
  if (steps.kind === "choice") {
    const [first] = steps.plans;
    const inner = first === undefined ? ENDLESS : explain(planner, first, within);
    return {
      ...inner,
      reason: `no branch is possible: for the first, ${inner.reason}`,
      paths: [steps.choice.pointer, ...inner.paths],
    };
  }
  if (steps.kind === "values") return ENDLESS;
  for (const way of steps.ways) {
    if (way.kind !== "object") continue;
    for (const [key, path] of way.shape.required) {
      const child = way.child(key);
      if (child !== undefined && planner.heightOf(child) === Infinity) {
        return requiredConflict(key, path, explain(planner, child, within));
      }
    }
  }
  return ENDLESS;
}
