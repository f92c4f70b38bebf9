import { hasMany, type Plan } from "../plan/plan.ts";
import type { Maker, MakeTools, Making } from "./making.ts";

const TRIES = 4;

/** A maker that makes many choices at once, and falls back to `make`, one by one, if that fails. */
export function leapingMaker(
  tools: MakeTools,
  plan: Plan,
  { name, make }: { readonly name: string; readonly make: Maker },
): Maker {
  if (!hasMany(plan)) return make;
  const many = plan.flat.choices.filter((choice) => choice.kind === "branch");
  const resolved = new Set([...plan.resolved, ...many.map((choice) => choice.key)]);
  const cost = many.length + plan.flat.parts.length;
  const leap = (making: Making): Plan | undefined => {
    making.steps -= cost;
    if (making.steps < 0) return undefined;
    const options = many.flatMap((choice) => making.rng.pick(choice.options));
    const next = tools.planner.plan([...plan.atoms, ...options], resolved);
    return tools.planner.conflictOf(next, 1) === undefined ? next : undefined;
  };
  return (making) => {
    for (let i = 0; i < TRIES; i++) {
      const next = leap(making);
      const value = next === undefined ? undefined : tools.makerOf(next, name)(making);
      if (value !== undefined) return value;
    }
    return make(making);
  };
}
