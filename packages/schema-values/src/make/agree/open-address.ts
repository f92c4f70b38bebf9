import type { Plan } from "../../plan/plan.ts";
import type { Planner } from "../../plan/planner.ts";

/** Bounds for the length of every address made from a name, in characters. */
const LENGTHS = { least: 5, most: 80 };

/** Whether a plan allows every email address of a typical length. */
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
