import { childrenOf } from "../plan/children.ts";
import type { Plan, Planner } from "../plan/plan.ts";

/** How deep values can get. */
export type Reach = {
  /** The place of the plan with the deepest values; `fallback` if all are equally deep. */
  deepestOf(plans: readonly Plan[], fallback: number): number;
  /** Whether values of a plan can nest without end, as far as a short look ahead tells. */
  isEndless(plan: Plan): boolean;
};

/** Number of steps to look ahead, which leads around most cycles. */
const AHEAD = 12;
/** Larger schemas are searched only in part. */
const MOST_VISITS = 2000;

/** Looks ahead along the plans that a plan leads to. */
export function createReach(planner: Planner): Reach {
  const known = new Map<Plan, number[]>();
  const children = new Map<Plan, readonly Plan[]>();
  const below = (plan: Plan): readonly Plan[] => {
    const found = children.get(plan) ?? childrenOf(planner, plan);
    children.set(plan, found);
    return found;
  };
  let visits = 0;
  const depthOf = (plan: Plan, ahead: number): number => {
    const depths = known.get(plan) ?? [];
    known.set(plan, depths);
    if (ahead === 0 || visits > MOST_VISITS) return 0;
    if (depths[ahead] !== undefined) return depths[ahead];
    visits++;
    let most = 0;
    for (const child of below(plan)) {
      most = Math.max(most, 1 + depthOf(child, ahead - 1));
      if (most === ahead) break;
    }
    depths[ahead] = most;
    return most;
  };
  return {
    deepestOf: (plans, fallback) => {
      const depths = plans.map((plan) => depthOf(plan, AHEAD));
      const most = Math.max(...depths);
      return depths[fallback] === most ? fallback : depths.indexOf(most);
    },
    isEndless: (plan) => depthOf(plan, AHEAD) === AHEAD,
  };
}
