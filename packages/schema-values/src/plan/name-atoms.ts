import { type Literal, positive } from "./literal.ts";
import type { ObjectShape } from "./object-shape.ts";
import type { Planner } from "./plan.ts";

/** Atoms for the allowed property names, from `propertyNames` and the closed parts. */
export function nameAtoms(planner: Planner, shape: ObjectShape): Literal[] {
  const { subSchemas } = planner;
  const text = (schema: Parameters<typeof subSchemas.made>[1]): Literal =>
    positive(subSchemas.made(subSchemas.root, schema));
  const allowed = shape.closed.map((part) =>
    text({
      anyOf: [
        ...(part.keys.length > 0 ? [{ enum: [...new Set(part.keys)] }] : []),
        ...part.patterns.map((pattern) => ({ pattern })),
      ],
    }),
  );
  const barred = shape.barred.map((pattern) => text({ not: { pattern } }));
  return [text({ type: "string" }), ...shape.names.map(positive), ...allowed, ...barred];
}
