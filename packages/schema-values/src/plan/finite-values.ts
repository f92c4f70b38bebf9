import type { JsonValue } from "../json.ts";
import { conforming } from "./candidates.ts";
import { gridOf, indicesWithin, numberAt } from "./number-grid.ts";
import type { Plan, Planner, Way } from "./plan.ts";

/** Maximum number of values to list. */
const MOST_VALUES = 20_000;
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
      return levels === 0
        ? undefined
        : together(steps.plans.map((next) => listOf(planner, next, levels - 1)));
    case "typed":
      return together(steps.ways.map((way) => valuesOfWay(way)));
  }
}

type Values = readonly JsonValue[] | undefined;

function together(lists: readonly Values[]): Values {
  const known = lists.filter((list) => list !== undefined);
  if (known.length < lists.length) return undefined;
  const all = known.flat();
  return all.length > MOST_VALUES ? undefined : all;
}

function valuesOfWay(way: Way): Values {
  if (way.kind === "values") return way.values;
  return way.kind === "number" ? numbersOf(way) : undefined;
}

function numbersOf({ shape, types }: Extract<Way, { kind: "number" }>): Values {
  if (shape.min === shape.max) return [shape.min];
  const grid = gridOf(shape, types);
  if (grid === undefined) return undefined;
  const [first, last] = indicesWithin(grid, shape);
  if (!(last - first < MOST_VALUES)) return undefined;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => numberAt(grid, first + i));
}
