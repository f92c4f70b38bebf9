import { type ArrayShape, arrayShape } from "./array-shape.ts";
import { type Contradiction, counted, pathsOf } from "./literal.ts";
import type { Plan, Planner } from "./plan.ts";

const MOST_INDICES = 50;

/** A proof that no array conforms to a plan, searching this many levels deep. */
export function arrayConflict(
  planner: Planner,
  plan: Plan,
  levels: number,
): Contradiction | undefined {
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
  for (let index = 0; index < Math.min(shape.least, shape.prefix + 1, MOST_INDICES); index++) {
    if (shape.isUnseen(index)) continue;
    const inner = planner.conflictOf(planner.plan(shape.atomsOf(index)), levels - 1);
    if (inner !== undefined) {
      return { ...inner, reason: `item ${index} can't have a value: ${inner.reason}` };
    }
  }
  return undefined;
}
