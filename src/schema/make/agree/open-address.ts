import type { Plan } from "../../plan/plan.ts";
import type { Planner } from "../../plan/planner.ts";

/** Every address that is made of a name has more characters than this, and no more than that. */
const LENGTHS = { least: 5, most: 80 };

/** Whether a plan allows every mail address of a usual length. */
export function isOpenAddress(planner: Planner, plan: Plan): boolean {
  const steps = planner.stepsOf(plan);
  if (steps.kind === "same") return isOpenAddress(planner, steps.plan);
  if (steps.kind !== "typed" || steps.nots.length > 0) return false;
  const shapes = steps.ways.flatMap((way) => (way.kind === "text" ? [way.shape] : []));
  return shapes.some(
    ({ least, most, formats, ...shape }) =>
      least <= LENGTHS.least &&
      most >= LENGTHS.most &&
      formats.every((format) => format === "email") &&
      shape.patterns.length + shape.notPatterns.length === 0 &&
      shape.notFormats.length + shape.excluded.length === 0,
  );
}
