import type { ConformityCheck } from "../check/check.ts";
import type { JsonValue } from "../json.ts";
import { TYPES, typeOfValue } from "../source/json-type.ts";
import type { PlanTools } from "./literal.ts";
import type { Plan } from "./plan.ts";

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
  const conforms = conformityOf(tools, plan);
  const budget = { steps: MOST_STEPS };
  return values.filter((value) => conforms(value, budget));
}

/** The check whether a value conforms to all schemas of a plan, for values that are checked one by one. */
export function conformityTest(tools: PlanTools, plan: Plan): (value: JsonValue) => boolean {
  const conforms = conformityOf(tools, plan);
  return (value) => conforms(value, { steps: MOST_STEPS });
}

function conformityOf(tools: PlanTools, { atoms, flat }: Plan): ConformityCheck {
  const checks = atoms.map(({ part, negated }) => ({ run: tools.checks.of(part), negated }));
  return (value, budget) => {
    if ((typeOfValue(value) & flat.types) === 0) return false;
    for (const { run, negated } of checks) if (run(value, budget) === negated) return false;
    return true;
  };
}

/** The types with only one or two values. */
export const LONELY: number = TYPES.null | TYPES.boolean;

function spread(values: readonly JsonValue[]): readonly JsonValue[] {
  if (values.length <= MOST_VALUES) return values;
  const stride = Math.ceil(values.length / MOST_VALUES);
  return values.filter((_, index) => index % stride === 0);
}
