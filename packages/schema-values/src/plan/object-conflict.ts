import { type Contradiction, counted, onlyNames, pathsOf } from "./literal.ts";
import { type ObjectShape, objectShape } from "./object-shape.ts";
import type { Plan, Planner } from "./plan.ts";

/** A proof that no object conforms to a plan, searching this many levels deep. */
export function objectConflict(
  planner: Planner,
  plan: Plan,
  levels: number,
): Contradiction | undefined {
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
