import type { Contradiction } from "./literal.ts";
import { requiredConflict } from "./object-conflict.ts";
import type { Plan, Planner } from "./plan.ts";

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
