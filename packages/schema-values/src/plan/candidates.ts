import type { Budget } from "../budget.ts";
import type { JsonValue } from "../json.ts";
import { RegexTooComplex } from "../regex/regex-graph.ts";
import { typeOfValue } from "../source/schema.ts";
import { once, type PlanTools } from "./literal.ts";
import type { Plan, Planner, Way } from "./plan.ts";
import { fitsNumber, gridOf, indicesWithin, numberAt } from "./scalar-shapes.ts";

const MOST_STEPS = 1_000_000;
/** Number of values that are checked per step. */
const VALUES_OF_A_STEP = 4;

/** The values from `const` or `enum` that a plan allows; undefined without these keywords. */
export const candidatesOf: (planner: Planner, plan: Plan) => readonly JsonValue[] | undefined =
  once((planner, plan) => {
    const [first, ...others] = plan.flat.lists;
    if (first === undefined) return undefined;
    const { values } = others.reduce((a, b) => (b.values.length < a.values.length ? b : a), first);
    planner.spend(values.length / VALUES_OF_A_STEP);
    return conforming(planner, plan, values);
  });

/** All values of the types null and boolean. */
export const LONELY = [null, true, false];

export function conforming(tools: PlanTools, plan: Plan, all: readonly JsonValue[]): JsonValue[] {
  return all.filter(conformityTest(tools, plan, { steps: MOST_STEPS }));
}

/** Returns a test for conforming values. Without `budget`, each call has its own budget. */
export function conformityTest(
  tools: PlanTools,
  { atoms, flat }: Plan,
  budget?: Budget,
): (value: JsonValue) => boolean {
  const checks = atoms.map(({ part, negated }) => ({ run: tools.checks.of(part), negated }));
  return (value) => {
    if ((typeOfValue(value) & flat.types) === 0) return false;
    const steps = budget ?? { steps: MOST_STEPS };
    try {
      return checks.every(({ run, negated }) => run(value, steps) !== negated);
    } catch (error) {
      if (error instanceof RegexTooComplex) return false;
      throw error;
    }
  };
}

const MOST_LISTED = 20_000;
const MOST_LEVELS = 3;

/** All values of a plan; undefined if there are too many, or if they can't be enumerated. */
export function finiteValues(planner: Planner, plan: Plan): readonly JsonValue[] | undefined {
  const listed = listOf(planner, plan, MOST_LEVELS);
  return listed === undefined ? undefined : conforming(planner, plan, listed);
}

function listOf(planner: Planner, plan: Plan, levels: number): readonly JsonValue[] | undefined {
  const steps = planner.stepsOf(plan);
  switch (steps.kind) {
    case "dead":
      return [];
    case "values":
      return steps.values;
    case "same":
      return listOf(planner, steps.plan, levels);
    case "choice":
      if (levels === 0) return undefined;
      return together(steps.plans.map((next) => listOf(planner, next, levels - 1)));
    case "typed":
      return together(steps.ways.map(valuesOfWay));
  }
}

type Values = readonly JsonValue[] | undefined;

function together(lists: readonly Values[]): Values {
  const all = lists.flatMap((list) => list ?? []);
  return lists.includes(undefined) || all.length > MOST_LISTED ? undefined : all;
}

function valuesOfWay(way: Way): Values {
  if (way.kind === "values") return way.values;
  const grid = way.kind === "number" ? gridOf(way.shape, way.types) : undefined;
  if (way.kind !== "number" || grid === undefined) return undefined;
  const [first, last] = indicesWithin(grid, way.shape);
  if (!(last - first < MOST_LISTED)) return undefined;
  const length = Math.max(0, last - first + 1);
  const all = Array.from({ length }, (_, index) => numberAt(grid, first + index));
  return all.filter((value) => fitsNumber(value, way.shape));
}
