import { type ArrayShape, arrayShape } from "./array-shape.ts";
import { candidatesOf } from "./candidates.ts";
import { counted, onlyValues } from "./counted.ts";
import { type Contradiction, positive } from "./literal.ts";
import { pathsOf } from "./paths.ts";
import type { Plan } from "./plan.ts";
import type { Planner } from "./planner.ts";

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
  return (
    itemConflict(planner, shape, levels) ??
    containsConflict(planner, shape, levels) ??
    uniqueConflict(planner, shape, pathsOf(parts, "uniqueItems", "minItems", "items"))
  );
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

function containsConflict(
  planner: Planner,
  shape: ArrayShape,
  levels: number,
): Contradiction | undefined {
  for (const contains of shape.contains) {
    const places = Math.min(shape.prefix + 1, shape.most);
    if (contains.least === 0 || places > MOST_INDICES) continue;
    const conflicts = Array.from({ length: places }, (_, index) =>
      planner.conflictOf(
        planner.plan([...shape.atomsOf(index), positive(contains.part)]),
        levels - 1,
      ),
    );
    const [first] = conflicts;
    if (conflicts.every((conflict) => conflict !== undefined)) {
      return {
        ...first,
        reason: `no item can match \`contains\`: ${first?.reason}`,
        paths: [contains.part.pointer, ...(first?.paths ?? [])],
      };
    }
  }
  return undefined;
}

/** Whether there are fewer distinct values than required unique items. */
function uniqueConflict(
  planner: Planner,
  shape: ArrayShape,
  paths: readonly string[],
): Contradiction | undefined {
  if (!shape.isUnique || shape.least <= shape.prefix || shape.prefix > 0) return undefined;
  const item = planner.plan(shape.atomsOf(0));
  if (
    item.flat.lists.length === 0 ||
    Math.min(...item.flat.lists.map((list) => list.values.length)) > 1000
  ) {
    return undefined;
  }
  const values = candidatesOf(planner, item);
  if (values === undefined || values.length >= shape.least) return undefined;
  return {
    reason: `${shape.least} items must be unique, but ${onlyValues(values.length)}`,
    paths,
  };
}
