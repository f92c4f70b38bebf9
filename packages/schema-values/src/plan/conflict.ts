import { NUMBER, TYPES, typeNames } from "../source/schema.ts";
import { type ArrayShape, arrayShape } from "./array-shape.ts";
import { candidatesOf, conformityTest, LONELY, lonelyValues } from "./candidates.ts";
import { type Contradiction, counted, onlyNames, pathsOf } from "./literal.ts";
import { assertionsOf } from "./negate.ts";
import {
  describeRange,
  gridOf,
  indicesWithin,
  isEmptyRange,
  numberShape,
  rangePaths,
} from "./number-shape.ts";
import { type ObjectShape, objectShape } from "./object-shape.ts";
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

/** Types whose conflicts are found together, and those that are proven impossible together. */
const GROUPS = [TYPES.array, TYPES.object, TYPES.string, NUMBER, LONELY];
const PROVEN = [LONELY, TYPES.integer, TYPES.fraction, TYPES.string, TYPES.object, TYPES.array];

/** The types for which no conflict was found. */
export function typesLeft(planner: Planner, plan: Plan, levels: number): number {
  const groups = PROVEN.map((bits) => plan.flat.types & bits);
  const left = groups.filter(
    (types) => typesConflict(planner, plan, { types, levels }) === undefined,
  );
  return left.reduce((sum, types) => sum | types, 0);
}

type Group = { readonly types: number; readonly levels: number };

/** A proof that no value of some types, which are of one group, conforms. */
function typesConflict(
  planner: Planner,
  plan: Plan,
  { types, levels }: Group,
): Contradiction | undefined {
  if ((types & LONELY) !== 0) return lonelyConflict(planner, plan, types);
  if ((types & NUMBER) !== 0) return numberConflict(planner, plan, types);
  if (types === TYPES.string) return textConflict(planner, plan, levels);
  if (types === TYPES.object) return objectConflict(planner, plan, levels);
  return types === TYPES.array ? arrayConflict(planner, plan, levels) : undefined;
}

function lonelyConflict(planner: Planner, plan: Plan, types: number): Contradiction | undefined {
  if (lonelyValues(planner, plan).length > 0) return undefined;
  const both = types === LONELY ? "null, " : "";
  const names = types === TYPES.null ? "null" : `${both}true and false`;
  const paths = pathsOf(plan.flat.parts, "type", "not");
  return { reason: `the other keywords exclude ${names}`, paths };
}

function conflictOfTypes(planner: Planner, plan: Plan, levels: number): Contradiction {
  for (const bits of GROUPS) {
    const types = plan.flat.types & bits;
    const conflict = typesConflict(planner, plan, { types, levels });
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
  return planner.texts.conflictOf(shape, conformityTest(planner, plan));
}

const MOST_ITEMS = 50;

/** A proof that no array conforms to a plan, searching this many levels deep. */
function arrayConflict(planner: Planner, plan: Plan, levels: number): Contradiction | undefined {
  const shape = arrayShape(planner, plan.flat);
  const { parts } = plan.flat;
  const { least, most } = shape;
  if (least > most) {
    const reason = `no array has at least ${least} and at most ${most} items`;
    return { reason, paths: pathsOf(parts, "minItems", "maxItems") };
  }
  if (shape.isUnique && shape.hasRepeats)
    return {
      reason: "items must be unique, but some must be equal",
      paths: pathsOf([...parts, ...plan.flat.leaves], "uniqueItems"),
    };
  const greedy = shape.contains.find((contains) => contains.least > Math.min(most, contains.most));
  if (greedy !== undefined) {
    const reason = `at least ${counted(greedy.least, "item", "items")} must match \`contains\`, but at most ${Math.min(most, greedy.most)} may`;
    const paths = pathsOf(parts, "minContains", "maxContains", "maxItems");
    return { reason, paths: [greedy.part.pointer, ...paths] };
  }
  if (levels === 0) return undefined;
  return itemConflict(planner, shape, levels);
}

function itemConflict(
  planner: Planner,
  shape: ArrayShape,
  levels: number,
): Contradiction | undefined {
  for (let index = 0; index < Math.min(shape.least, shape.prefix + 1, MOST_ITEMS); index++) {
    if (shape.isUnseen(index)) continue;
    const inner = planner.conflictOf(planner.plan(shape.atomsOf(index)), levels - 1);
    if (inner !== undefined) {
      return { ...inner, reason: `item ${index} can't have a value: ${inner.reason}` };
    }
  }
  return undefined;
}

/** A proof that no object conforms to a plan, searching this many levels deep. */
function objectConflict(planner: Planner, plan: Plan, levels: number): Contradiction | undefined {
  const shape = objectShape(planner, plan.flat);
  const counted = countConflict(plan, shape);
  if (counted !== undefined) return counted;
  for (const [key, path] of shape.required) {
    const atoms = shape.atomsOf(key);
    if (atoms === undefined) {
      return {
        reason: `the required property \`${key}\` is not allowed`,
        paths: [path, ...pathsOf(plan.flat.parts, "propertyNames")],
      };
    }
    if (levels === 0) continue;
    const inner = planner.conflictOf(planner.plan(atoms), levels - 1);
    if (inner !== undefined) return requiredConflict(key, path, inner);
  }
  return undefined;
}

/** The conflict of an object whose required property can't have a value. */
export function requiredConflict(key: string, path: string, inner: Contradiction): Contradiction {
  return {
    ...inner,
    reason: `the required property \`${key}\` can't have a value: ${inner.reason}`,
    paths: [...inner.paths, path],
  };
}

function countConflict(plan: Plan, shape: ObjectShape): Contradiction | undefined {
  const { parts } = plan.flat;
  const { least, most, required } = shape;
  if (least > most) {
    const reason = `no object has at least ${least} and at most ${most} properties`;
    return { reason, paths: pathsOf(parts, "minProperties", "maxProperties") };
  }
  if (required.size > most) {
    const reason = `${counted(required.size, "property is", "properties are")} required, but the maximum is ${most}`;
    const paths = [...new Set(required.values()), ...pathsOf(parts, "maxProperties")];
    return { reason, paths };
  }
  const closed = shape.closed.find(
    (part) => part.patterns.length === 0 && new Set(part.keys).size < least,
  );
  if (closed === undefined) return undefined;
  return {
    reason: onlyNames(least, new Set(closed.keys).size),
    paths: pathsOf(parts, "minProperties", "additionalProperties", "unevaluatedProperties"),
  };
}
