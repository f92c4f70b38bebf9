import { NUMBER, TYPES, typeNames } from "../source/schema.ts";
import { arrayConflict } from "./array-shape.ts";
import { candidatesOf, LONELY, lonelyValues } from "./candidates.ts";
import { type Contradiction, pathsOf } from "./literal.ts";
import { assertionsOf } from "./negate.ts";
import {
  describeRange,
  gridOf,
  indicesWithin,
  isEmptyRange,
  numberShape,
  rangePaths,
} from "./number-shape.ts";
import { objectConflict } from "./object-shape.ts";
import type { Plan, Planner } from "./plan.ts";
import { textShape } from "./text-shape.ts";

/**
 * A proof that no value conforms to the plan, found without making choices, searching this many
 * levels deep.
 */
export function findConflict(
  planner: Planner,
  plan: Plan,
  levels: number,
): Contradiction | undefined {
  const { flat } = plan;
  if (flat.conflict !== undefined) return flat.conflict;
  const values = candidatesOf(planner, plan);
  if (values !== undefined) return values.length === 0 ? noneOfTheList(plan) : undefined;
  return typesLeft(planner, plan, levels) === 0
    ? conflictOfTypes(planner, plan, levels)
    : undefined;
}

const MOST_PATHS = 4;

/** Explains why no value of an `enum` or `const` conforms: the other keywords exclude all of them. */
function noneOfTheList({ flat: { lists, parts } }: Plan): Contradiction {
  const [{ values = [], pointer: path = "" } = {}] = lists;
  if (values.length === 0) return { reason: "the `enum` lists no value", paths: [path] };
  const what = path.endsWith("/const")
    ? "the constant doesn't conform"
    : "no value of the `enum` conforms";
  const others = parts.flatMap((part) =>
    pathsOf([part], ...assertionsOf(part.schema).filter((name) => !/^(?:allOf$|\$)/.test(name))),
  );
  const paths = [path, ...others.filter((other) => other !== path).slice(0, MOST_PATHS)];
  return { reason: `${what} to the other keywords`, paths };
}

/** The types for which no conflict was found. */
export function typesLeft(planner: Planner, plan: Plan, levels: number): number {
  const { types } = plan.flat;
  let left = 0;
  for (const bit of GROUPS) {
    if ((types & bit) !== 0) left |= groupLeft(planner, plan, { bit, levels });
  }
  return left;
}

const GROUPS = [LONELY, NUMBER, TYPES.string, TYPES.object, TYPES.array];

type Group = { readonly bit: number; readonly levels: number };

function groupLeft(planner: Planner, plan: Plan, group: Group): number {
  const types = plan.flat.types & group.bit;
  if (group.bit === NUMBER) {
    const alive = [TYPES.integer, TYPES.fraction].filter(
      (bit) => (types & bit) !== 0 && numberConflict(planner, plan, bit) === undefined,
    );
    return alive.reduce((sum, bit) => sum | bit, 0);
  }
  return groupConflict(planner, plan, group) === undefined ? types : 0;
}

function groupConflict(planner: Planner, plan: Plan, group: Group): Contradiction | undefined {
  const types = plan.flat.types & group.bit;
  switch (group.bit) {
    case LONELY:
      return lonelyValues(planner, plan).length > 0
        ? undefined
        : {
            reason: `the other keywords exclude ${lonelyNames(types)}`,
            paths: pathsOf(plan.flat.parts, "type", "not"),
          };
    case TYPES.string:
      return textConflict(planner, plan, group.levels);
    case TYPES.object:
      return objectConflict(planner, plan, group.levels);
    case TYPES.array:
      return arrayConflict(planner, plan, group.levels);
    default:
      return undefined;
  }
}

function lonelyNames(types: number): string {
  const both = types === LONELY ? "null, " : "";
  return types === TYPES.null ? "null" : `${both}true and false`;
}

function conflictOfTypes(planner: Planner, plan: Plan, levels: number): Contradiction {
  for (const bit of [...GROUPS].reverse()) {
    const types = plan.flat.types & bit;
    if (types === 0) continue;
    const conflict =
      bit === NUMBER
        ? numberConflict(planner, plan, types)
        : groupConflict(planner, plan, { bit, levels });
    if (conflict !== undefined) return conflict;
  }
  return { reason: `no ${typeNames(plan.flat.types)} is possible`, paths: [] };
}

function numberConflict(planner: Planner, plan: Plan, types: number): Contradiction | undefined {
  const shape = numberShape(plan.flat, planner.dialect);
  const paths = rangePaths(shape);
  if (isEmptyRange(shape)) return { reason: `no number is ${describeRange(shape)}`, paths };
  const hasFraction = (types & TYPES.fraction) !== 0;
  const grid = gridOf(shape, types);
  const whole = [...pathsOf(plan.flat.parts, "multipleOf"), ...paths];
  if (grid === undefined) {
    const isPoint = shape.min === shape.max && Number.isInteger(shape.min);
    return isPoint && types === TYPES.fraction
      ? { reason: `only ${shape.min} is in range`, paths }
      : undefined;
  }
  if (types === TYPES.fraction && shape.divisors.some(Number.isInteger)) {
    return {
      reason: "the number must be a multiple of an integer but not an integer",
      paths: whole,
    };
  }
  const [first, last] = indicesWithin(grid, shape);
  if (first <= last || Math.abs(first) > 1e15) return undefined;
  const divisors = shape.divisors.join(" and ");
  const kind = hasFraction ? "number" : "integer";
  const what = shape.divisors.length === 0 ? kind : `${kind} that is a multiple of ${divisors}`;
  return {
    reason: `no ${what} is ${describeRange(shape)}`,
    paths: [...(hasFraction ? [] : pathsOf(plan.flat.parts, "type")), ...whole],
  };
}

function textConflict(planner: Planner, plan: Plan, levels: number): Contradiction | undefined {
  const shape = textShape(plan.flat);
  if (shape.least > shape.most) {
    return {
      reason: `no string has at least ${shape.least} and at most ${shape.most} characters`,
      paths: pathsOf(plan.flat.parts, "minLength", "maxLength"),
    };
  }
  if (levels < 1 || shape.patterns.length + shape.notPatterns.length === 0) return undefined;
  return planner.texts.conflictOf(shape);
}
