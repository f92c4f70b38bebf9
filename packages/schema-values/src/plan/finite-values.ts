import type { JsonValue } from "../json.ts";
import { conforming } from "./candidates.ts";
import { gridOf, indicesWithin, numberAt } from "./number-grid.ts";
import type { Plan, Way } from "./plan.ts";
import type { Planner } from "./planner.ts";

/** Maximum number of values to list. */
const MOST_VALUES = 20_000;
const MOST_LEVELS = 3;

/** All values of a plan; undefined if there are too many or they can't be listed. */
export function finiteValues(
  planner: Planner,
  plan: Plan,
  levels: number = MOST_LEVELS,
): readonly JsonValue[] | undefined {
  const listed = listOf(planner, plan, levels);
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
      return levels === 0 || steps.many.length > 0
        ? undefined
        : together(steps.plans.map((next) => listOf(planner, next, levels - 1)));
    case "typed":
      return together(steps.ways.map((way) => valuesOfWay(planner, way, levels)));
  }
}

type Values = readonly JsonValue[] | undefined;

function together(lists: readonly Values[]): Values {
  const known = lists.filter((list) => list !== undefined);
  if (known.length < lists.length) return undefined;
  const all = known.flat();
  return all.length > MOST_VALUES ? undefined : all;
}

function valuesOfWay(planner: Planner, way: Way, levels: number): Values {
  switch (way.kind) {
    case "values":
      return way.values;
    case "number":
      return numbersOf(way);
    case "text":
      return planner.texts.allOf(way.shape, MOST_VALUES);
    case "object":
      return levels === 0 ? undefined : objectsOf(planner, way, levels);
    case "array":
      return levels === 0 ? undefined : arraysOf(planner, way, levels);
  }
}

function numbersOf({ shape, types }: Extract<Way, { kind: "number" }>): Values {
  if (shape.min === shape.max) return [shape.min];
  const grid = gridOf(shape, types);
  if (grid === undefined) return undefined;
  const [first, last] = indicesWithin(grid, shape);
  if (!(last - first < MOST_VALUES)) return undefined;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => numberAt(grid, first + i));
}

/** Every combination of values for the keys; optional keys may be missing. */
function objectsOf(
  planner: Planner,
  way: Extract<Way, { kind: "object" }>,
  levels: number,
): Values {
  const { shape } = way;
  if (shape.most === 0) return [{}];
  if (!shape.closed.some((part) => part.patterns.length === 0)) return undefined;
  let objects: { readonly [key: string]: JsonValue }[] = [{}];
  for (const key of shape.keys) {
    const child = way.child(key);
    const values = child === undefined ? [] : finiteValues(planner, child, levels - 1);
    if (values === undefined) return undefined;
    const absent = shape.required.has(key) ? [] : objects;
    const present = values.flatMap((value) =>
      objects.map((object) => ({ ...object, ...Object.fromEntries([[key, value]]) })),
    );
    objects = [...absent, ...present];
    if (objects.length > MOST_VALUES) return undefined;
  }
  return objects;
}

function arraysOf(planner: Planner, way: Extract<Way, { kind: "array" }>, levels: number): Values {
  const { shape } = way;
  const out: JsonValue[][] = shape.least === 0 ? [[]] : [];
  let arrays: JsonValue[][] = [[]];
  for (let index = 0; index < shape.most; index++) {
    const values = finiteValues(planner, way.child(index, []), levels - 1);
    if (values === undefined || values.length * arrays.length > MOST_VALUES) return undefined;
    arrays = arrays.flatMap((items) => values.map((value) => [...items, value]));
    if (arrays.length === 0) break;
    if (index + 1 >= shape.least) out.push(...arrays);
    if (out.length > MOST_VALUES) return undefined;
  }
  return out;
}
