import type { JsonValue } from "../../core/json.ts";
import { TYPES, typeOfValue } from "../source/json-type.ts";
import type { Plan } from "./plan.ts";
import type { PlanTools } from "./tools.ts";

const MOST_STEPS = 1_000_000;
/** Number of values considered from a longer list, evenly spread. */
const MOST_VALUES = 2000;

/** The values that a plan allows according to `const` or `enum`; undefined if it has neither. */
export function candidatesOf(tools: PlanTools, plan: Plan): readonly JsonValue[] | undefined {
  const [first, ...others] = plan.flat.lists;
  if (first === undefined) return undefined;
  const shortest = others.reduce((a, b) => (b.values.length < a.values.length ? b : a), first);
  const few = conforming(tools, plan, spread(shortest.values));
  return few.length > 0 || shortest.values.length <= MOST_VALUES
    ? few
    : conforming(tools, plan, shortest.values);
}

/** The values among null, true, and false that a plan allows. */
export function lonelyValues(tools: PlanTools, plan: Plan): JsonValue[] {
  const values = [null, true, false].filter(
    (value) => (typeOfValue(value) & plan.flat.types) !== 0,
  );
  return conforming(tools, plan, values);
}

/** The values that conform to all schemas of the plan. */
export function conforming(
  tools: PlanTools,
  plan: Plan,
  values: readonly JsonValue[],
): JsonValue[] {
  const checks = plan.atoms.map((atom) => ({ run: tools.checks.of(atom.part), ...atom }));
  const budget = { steps: MOST_STEPS };
  return values.filter((value) => {
    if ((typeOfValue(value) & plan.flat.types) === 0) return false;
    return checks.every((check) => check.run(value, budget) !== check.negated);
  });
}

/** The types with only one or two values. */
export const LONELY: number = TYPES.null | TYPES.boolean;

function spread(values: readonly JsonValue[]): readonly JsonValue[] {
  if (values.length <= MOST_VALUES) return values;
  const stride = Math.ceil(values.length / MOST_VALUES);
  return values.filter((_, index) => index % stride === 0);
}
