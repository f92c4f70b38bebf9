import type { Plan } from "../plan/plan.ts";
import { TYPES } from "../source/json-type.ts";
import { isLate, type Maker, type MakeTools, statedBy, type Trials } from "./making.ts";

type Branch = {
  readonly key: string;
  readonly make: Maker;
  readonly height: number;
  readonly isNull: boolean;
  readonly plan: Plan;
};

const NULL_SHARE = 0.2;
/** Number of branches to try before abandoning a value. */
const TRIES = 6;

/** A maker that takes one of several branches, and another if that one fails. */
export function branchMaker(
  tools: MakeTools,
  plans: readonly Plan[],
  at: { key: string; name: string },
): Maker {
  const branches = plans
    .map(
      (plan, index): Branch => ({
        key: `${at.key} ${index} ${plan.id}`,
        make: tools.makerOf(plan, at.name),
        height: tools.planner.heightOf(plan),
        isNull: plan.flat.types === TYPES.null,
        plan,
      }),
    )
    .filter((branch) => branch.height !== Infinity);
  const good = branches.filter((branch) => !tools.shunned.has(branch.key));
  const shunned = branches.filter((branch) => tools.shunned.has(branch.key));
  const cheapest = [...good].sort((a, b) => a.height - b.height);
  const nulls = good.filter((branch) => branch.isNull);
  const others = good.filter((branch) => !branch.isNull);
  const { trials } = tools;
  const cost =
    1 + Math.max(0, ...plans.map((plan) => (plan.isSettled ? 0 : plan.flat.parts.length)));
  const run = (branch: Branch): Maker =>
    trials === undefined ? branch.make : counted(trials, branch);
  const isOptional = nulls.length > 0 && others.length > 0;
  const [only, another] = others;
  return (making) => {
    making.steps -= cost;
    if (making.steps < 0) return undefined;
    const isNull = isOptional && making.rng.next() < NULL_SHARE;
    const stated =
      isNull && only !== undefined && another === undefined
        ? statedBy(run(only), making)
        : undefined;
    if (stated !== undefined) return stated;
    const pool = isNull ? nulls : isOptional ? others : good;
    const order = isLate(making) ? cheapest : pool;
    const start = order === cheapest || order.length < 2 ? 0 : making.rng.below(order.length);
    for (let i = 0; i < Math.min(order.length, TRIES); i++) {
      const branch = order[(start + i) % order.length];
      const value = branch === undefined ? undefined : run(branch)(making);
      if (value !== undefined) return value;
    }
    for (const branch of shunned.slice(0, 2)) {
      const value = run(branch)(making);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

function counted(trials: Trials, branch: Branch): Maker {
  return (making) => {
    const count = trials.counts.get(branch.key) ?? { tried: 0, done: 0 };
    trials.counts.set(branch.key, count);
    count.tried++;
    trials.taken.add(branch.key);
    return branch.make(making);
  };
}
