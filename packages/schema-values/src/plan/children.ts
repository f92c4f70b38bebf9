import { type Literal, positive } from "./literal.ts";
import { hasMany, type Plan, type Planner, type Way } from "./plan.ts";

/** The plans that a plan leads to. */
export function childrenOf(planner: Planner, plan: Plan): Plan[] {
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
    { length: Math.min(shape.prefix, MOST_INDICES) + 1 },
    (_, index) => index,
  );
  const reachable = indices.filter((index) => index < shape.most);
  return reachable.flatMap((index) => {
    const plans = combinations.map((atoms) => way.child(index, atoms));
    return plans.filter((child) => planner.conflictOf(child, 0) === undefined);
  });
}

/** Later items of a tuple are planned when a row needs them. */
const MOST_INDICES = 100;
