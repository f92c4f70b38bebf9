import type { ConformityCheck } from "../check/check.ts";
import type { JsonValue } from "../json.ts";
import { RegexTooComplex } from "../regex/regex-graph.ts";
import { typeOfValue } from "../source/schema.ts";
import type { PlanTools } from "./literal.ts";
import { gridOf, indicesWithin, numberAt } from "./number-shape.ts";
import type { Plan, Planner, Way } from "./plan.ts";

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

/** Whether values conform to all schemas of a plan; rejects strings whose patterns are too complex for them. */
export function conformityTest(tools: PlanTools, plan: Plan): (value: JsonValue) => boolean {
  const conforms = conformityOf(tools, plan);
  return (value) => {
    try {
      return conforms(value, { steps: MOST_STEPS });
    } catch (error) {
      if (error instanceof RegexTooComplex) return false;
      throw error;
    }
  };
}

function conformityOf(tools: PlanTools, { atoms, flat }: Plan): ConformityCheck {
  const checks = atoms.map(({ part, negated }) => ({ run: tools.checks.of(part), negated }));
  return (value, budget) =>
    (typeOfValue(value) & flat.types) !== 0 &&
    checks.every(({ run, negated }) => run(value, budget) !== negated);
}

function spread(values: readonly JsonValue[]): readonly JsonValue[] {
  if (values.length <= MOST_VALUES) return values;
  const stride = Math.ceil(values.length / MOST_VALUES);
  return values.filter((_, index) => index % stride === 0);
}

/** Maximum number of values to list. */
const MOST_LISTED = 20_000;
const MOST_LEVELS = 3;

/** All values of a plan; undefined if there are too many or they can't be listed. */
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
  return Array.from({ length }, (_, index) => numberAt(grid, first + index));
}
