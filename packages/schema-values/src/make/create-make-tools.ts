import type { JsonValue } from "../json.ts";
import { finiteValues } from "../plan/candidates.ts";
import type { Plan, Planner } from "../plan/plan.ts";
import type { Maker, MakeTools } from "./making.ts";
import { planMaker } from "./plan-maker.ts";

const MOST_MAKERS = 100_000;
/**
 * Budget steps per value during the warm-up; limits schemas whose minimums multiply without end.
 */
const STEPS_OF_A_VALUE = 1 / 4;

/** The looks of values. */
export type MakerSupplies = Pick<MakeTools, "lexicon" | "texts">;

/** Tools without makers yet. */
export function createMakeTools(planner: Planner, supplies: MakerSupplies): MakeTools {
  const lists = new Map<Plan, readonly JsonValue[] | undefined>();
  const makers = new Map<string, Maker>();
  const makerFor = (plan: Plan, name: string, isRest: boolean): Maker => {
    const key = `${plan.id}${isRest ? "…" : ""} ${name}`;
    const known = makers.get(key);
    if (known !== undefined) return known;
    let made: Maker | undefined;
    const maker: Maker = (making) => {
      made ??= planMaker(tools, plan, name);
      planner.spend(STEPS_OF_A_VALUE);
      if (making.turns === undefined) return made(making);
      return isRest
        ? making.turns.rest(making, plan, made)
        : making.turns.value(making, plan, made);
    };
    if (makers.size > MOST_MAKERS) makers.clear();
    makers.set(key, maker);
    return maker;
  };
  const tools: MakeTools = {
    planner,
    checks: planner.checks,
    ...supplies,
    makerOf: (plan, name) => makerFor(plan, name, false),
    restOf: (plan, name) => makerFor(plan, name, true),
    finiteValuesOf: (plan) => {
      if (!lists.has(plan)) lists.set(plan, finiteValues(planner, plan));
      return lists.get(plan);
    },
  };
  return tools;
}
