import { onlyNames } from "./counted.ts";
import { finiteValues } from "./finite-values.ts";
import { type Contradiction, type Literal, positive } from "./literal.ts";
import type { ObjectShape } from "./object-shape.ts";
import { pathsOf } from "./paths.ts";
import type { Plan, Way } from "./plan.ts";
import type { Planner } from "./planner.ts";

const NAMES = [
  "minProperties",
  "propertyNames",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
];

/** Atoms for the allowed property names, from `propertyNames` and the closed parts. */
export function nameAtoms(planner: Planner, shape: ObjectShape): Literal[] {
  const { book } = planner;
  const text = (schema: Parameters<typeof book.made>[1]): Literal =>
    positive(book.made(book.root, schema));
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

/** A proof that fewer names are allowed than properties are required. */
export function conflictOfNames(
  planner: Planner,
  plan: Plan,
  { shape, child }: Extract<Way, { kind: "object" }>,
): Contradiction | undefined {
  if (shape.least === 0) return undefined;
  const names = finiteValues(planner, planner.plan(nameAtoms(planner, shape)));
  if (names === undefined) return undefined;
  const isPossible = (key: string): boolean => {
    const value = child(key);
    return value !== undefined && planner.heightOf(value) !== Infinity;
  };
  const possible = new Set(names.filter((name) => isPossible(String(name))));
  const isWhole = (name: unknown): boolean =>
    (shape.dependents.get(String(name)) ?? []).every((key) => possible.has(key));
  const count = [...possible].filter(isWhole).length;
  if (count >= shape.least) return undefined;
  return {
    reason: onlyNames(shape.least, count),
    paths: pathsOf(plan.flat.parts, ...NAMES),
  };
}
