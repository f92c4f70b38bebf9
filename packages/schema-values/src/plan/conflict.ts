import type { Problem } from "../check/check.ts";
import { assertionsOf } from "../source/keywords.ts";
import { TYPES, typeNames } from "../source/schema.ts";
import { candidatesOf, conforming, conformityTest, LONELY } from "./candidates.ts";
import { arrayShape, type ObjectShape, objectShape } from "./container-shapes.ts";
import { type Counts, pathsOf } from "./literal.ts";
import type { Plan, Planner } from "./plan.ts";
import {
  counted,
  describeRange,
  gridOf,
  indicesWithin,
  isEmptyRange,
  numberShape,
  textShape,
} from "./scalar-shapes.ts";

/** Searches `levels` levels for a proof that no value conforms; undefined if it finds none. */
export const findConflict: FindConflict = (planner, plan, levels) => {
  const { flat } = plan;
  if (flat.conflict !== undefined) return flat.conflict;
  const values = candidatesOf(planner, plan);
  if (values !== undefined) return values.length === 0 ? noneOfTheList(plan) : undefined;
  const { types, conflict } = typesLeft(planner, plan, levels);
  return types === 0 ? conflict : undefined;
};

/** Finds a proof that no value, or no value of some types, conforms. */
type FindConflict = (planner: Planner, plan: Plan, levels: number) => Problem | undefined;

const MOST_PATHS = 4;

/** Explains why no listed value conforms: there are none, or other keywords exclude all of them. */
function noneOfTheList({ flat: { lists, parts } }: Plan): Problem {
  const [{ values = [], pointer: path = "" } = {}] = lists;
  if (values.length === 0) return { reason: "the `enum` has no values", paths: [path] };
  const what = path.endsWith("/const")
    ? "the constant doesn't conform"
    : "no value in the `enum` conforms";
  const others = parts.flatMap((part) =>
    pathsOf([part], ...assertionsOf(part.schema).filter((name) => !/^(?:allOf$|\$)/.test(name))),
  );
  const paths = [path, ...others.filter((other) => other !== path).slice(0, MOST_PATHS)];
  return { reason: `${what} to the other keywords`, paths };
}

/** Groups of types, each with a function that tries to prove that none of its values conform. */
const GROUPS: readonly (readonly [types: number, find: FindConflict])[] = [
  [TYPES.array, arrayConflict],
  [TYPES.object, objectConflict],
  [TYPES.string, textConflict],
  [TYPES.integer, (_, plan) => numberConflict(plan, TYPES.integer)],
  [TYPES.fraction, (_, plan) => numberConflict(plan, TYPES.fraction)],
  [TYPES.null | TYPES.boolean, lonelyConflict],
];

/** The types without a conflict, and the first conflict of the other types. */
export function typesLeft(
  planner: Planner,
  plan: Plan,
  levels: number,
): { readonly types: number; readonly conflict: Problem | undefined } {
  let types = 0;
  let first: Problem | undefined;
  for (const [group, find] of GROUPS) {
    const own = plan.flat.types & group;
    const conflict = own === 0 ? undefined : find(planner, plan, levels);
    if (conflict === undefined) types |= own;
    first ??= conflict;
  }
  return { types, conflict: first };
}

function lonelyConflict(planner: Planner, plan: Plan): Problem | undefined {
  if (conforming(planner, plan, LONELY).length > 0) return undefined;
  const types = plan.flat.types & (TYPES.null | TYPES.boolean);
  const paths = pathsOf(plan.flat.parts, "type", "not");
  return { reason: `the other keywords allow no value of type ${typeNames(types)}`, paths };
}

function numberConflict({ flat }: Plan, types: number): Problem | undefined {
  const shape = numberShape(flat);
  const { paths } = shape;
  if (isEmptyRange(shape)) return { reason: `no number is ${describeRange(shape)}`, paths };
  const divided = [...pathsOf(flat.parts, "multipleOf"), ...paths];
  const grid = gridOf(shape, types);
  if (grid === undefined) return undefined;
  const [first, last] = indicesWithin(grid, shape);
  if (first <= last || Math.abs(first) > MOST_INDEX) return undefined;
  const divisors = shape.divisors.join(" and ");
  const multiple = divisors === "" ? "" : ` that is a multiple of ${divisors}`;
  const [kind, typePaths] =
    types === TYPES.integer ? ["integer", pathsOf(flat.parts, "type")] : ["number", []];
  const reason = `no ${kind}${multiple} is ${describeRange(shape)}`;
  return { reason, paths: [...typePaths, ...divided] };
}

/** Beyond this grid index, doubles are too imprecise for a proof. */
const MOST_INDEX = 1e15;

/** A conflict if the minimum count exceeds the maximum; undefined otherwise. */
function countConflict(
  { flat }: Plan,
  { least, most }: Counts,
  [type, thing, ...names]: readonly [string, string, ...string[]],
): Problem | undefined {
  if (least <= most) return undefined;
  const reason = `no ${type} has at least ${least} and at most ${counted(most, thing)}`;
  return { reason, paths: pathsOf(flat.parts, ...names) };
}

function textConflict(planner: Planner, plan: Plan, levels: number): Problem | undefined {
  const shape = textShape(plan.flat);
  const counted = countConflict(plan, shape, ["string", "character", "minLength", "maxLength"]);
  if (counted !== undefined) return counted;
  if (levels < 1 || shape.patterns.length + shape.notPatterns.length === 0) return undefined;
  return planner.textConflict(shape, conformityTest(planner, plan));
}

const MOST_ITEMS = 50;

function arrayConflict(planner: Planner, plan: Plan, levels: number): Problem | undefined {
  const shape = arrayShape(planner, plan.flat);
  const counted = countConflict(plan, shape, ["array", "item", "minItems", "maxItems"]);
  if (counted !== undefined || levels === 0) return counted;
  for (let index = 0; index < Math.min(shape.least, shape.prefix + 1, MOST_ITEMS); index++) {
    const inner = planner.conflictOf(planner.plan(shape.atomsOf(index)), levels - 1);
    if (inner !== undefined)
      return { ...inner, reason: `item ${index} can't have a value: ${inner.reason}` };
  }
  return undefined;
}

function objectConflict(planner: Planner, plan: Plan, levels: number): Problem | undefined {
  const shape = objectShape(planner, plan.flat);
  const conflict =
    countConflict(plan, shape, ["object", "property", "minProperties", "maxProperties"]) ??
    keysConflict(plan, shape);
  if (conflict !== undefined) return conflict;
  for (const [key, path] of shape.required) {
    const atoms = shape.atomsOf(key);
    if (atoms === undefined) {
      const paths = [path, ...pathsOf(plan.flat.parts, "propertyNames")];
      return { reason: `the required property \`${key}\` is not allowed`, paths };
    }
    if (levels === 0) continue;
    const inner = planner.conflictOf(planner.plan(atoms), levels - 1);
    if (inner !== undefined) return requiredConflict(key, path, inner);
  }
  return undefined;
}

/** The conflict in an object whose required property can't have a value. */
export function requiredConflict(key: string, path: string, inner: Problem): Problem {
  const reason = `the required property \`${key}\` can't have a value: ${inner.reason}`;
  return { reason, paths: [...inner.paths, path] };
}

function keysConflict(plan: Plan, shape: ObjectShape): Problem | undefined {
  const { parts } = plan.flat;
  const { least, most, required } = shape;
  if (required.size > most) {
    const reason = `${counted(required.size, "property is", "properties are")} required, but the maximum is ${most}`;
    return { reason, paths: [...new Set(required.values()), ...pathsOf(parts, "maxProperties")] };
  }
  const names = shape.closed
    .filter((part) => part.patterns.length === 0)
    .map((part) => new Set(part.keys).size);
  const fewest = Math.min(Infinity, ...names);
  if (fewest >= least) return undefined;
  const needed = counted(least, "property is required", "properties are required");
  return {
    reason: `at least ${needed}, but only ${counted(fewest, "property name is", "property names are")} allowed`,
    paths: pathsOf(parts, "minProperties", "additionalProperties", "unevaluatedProperties"),
  };
}
