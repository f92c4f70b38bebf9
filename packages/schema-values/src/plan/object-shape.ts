import type { SubSchema } from "../source/part.ts";
import { numberOf } from "../source/schema.ts";
import {
  type Conjunction,
  type Contradiction,
  counted,
  type Literal,
  onlyNames,
  type PlanTools,
  pathsOf,
  positive,
} from "./literal.ts";
import type { Plan, Planner } from "./plan.ts";
import { atomsBy, closedOf, type PropertyRules, speakersByKey, speakersOf } from "./speakers.ts";

/** The object constraints of a flat conjunction. */
export type ObjectShape = {
  /** The keys with their own schema, in document order. */
  readonly keys: readonly string[];
  /** Required keys, with the JSON Pointer of the keyword that requires them. */
  readonly required: ReadonlyMap<string, string>;
  /** The keys that each key requires. */
  readonly dependents: ReadonlyMap<string, readonly string[]>;
  readonly least: number;
  readonly most: number;
  /** Patterns of `patternProperties`. */
  readonly patterns: readonly string[];
  /** Whether a part has a schema for keys without one of their own. */
  readonly hasMap: boolean;
  /** Patterns of names for which no value is possible. */
  readonly barred: readonly string[];
  /** Closed parts: each allows only its own keys and patterns. */
  readonly closed: readonly {
    readonly keys: readonly string[];
    readonly patterns: readonly string[];
  }[];
  /** Schemas for the keys. */
  readonly names: readonly SubSchema[];
  /** The schemas of a key's value; undefined if the key is not allowed. */
  atomsOf(key: string): readonly Literal[] | undefined;
};

/** The properties of parts, by part id, and the shapes of conjunctions; each is computed once. */
export type ShapeMemory = {
  readonly properties: Map<number, PropertyRules>;
  readonly objects: WeakMap<Conjunction, ObjectShape>;
};

type ShapeTools = PlanTools & { readonly memory: ShapeMemory };

/** Reads the object keywords; unevaluated properties are known only once no choice is open. */
export function objectShape(tools: ShapeTools, flat: Conjunction): ObjectShape {
  const shape = tools.memory.objects.get(flat) ?? readShape(tools, flat);
  tools.memory.objects.set(flat, shape);
  return shape;
}

function readShape(tools: ShapeTools, flat: Conjunction): ObjectShape {
  const speakers = speakersOf(tools, flat, tools.memory.properties);
  const keys = new Set(speakers.flatMap((speaker) => [...speaker.named.keys()]));
  const required = new Map<string, string>();
  const dependents = new Map<string, readonly string[]>();
  for (const speaker of speakers) {
    for (const key of speaker.required) required.set(key, speaker.requiredPath);
    for (const [key, needed] of speaker.dependents)
      dependents.set(key, [...(dependents.get(key) ?? []), ...needed]);
  }
  requireDependents(required, dependents);
  for (const key of [...required.keys(), ...[...dependents.values()].flat()]) keys.add(key);
  const names = speakers.flatMap((speaker) => speaker.names ?? []);
  const nameChecks = names.map((part) => tools.checks.of(part));
  const speakersOn = speakersByKey(speakers);
  const atoms = new Map<string, readonly Literal[] | undefined>();
  const findAtoms = (key: string): readonly Literal[] | undefined => {
    if (!nameChecks.every((check) => check(key, { steps: 100_000 }))) return undefined;
    return speakersOn(key).flatMap((speaker) => atomsBy(tools, speaker, key));
  };
  const bounds = flat.parts.map((part) => ({
    least: numberOf(part.schema, "minProperties") ?? 0,
    most: numberOf(part.schema, "maxProperties") ?? Infinity,
  }));
  return {
    keys: [...keys],
    required,
    dependents,
    least: Math.max(0, ...bounds.map((bound) => bound.least)),
    most: Math.min(Infinity, ...bounds.map((bound) => bound.most)),
    patterns: [
      ...new Set(speakers.flatMap((speaker) => speaker.patterns.map((item) => item.source))),
    ],
    barred: speakers.flatMap((speaker) =>
      speaker.patterns.filter((item) => item.part.schema === false).map((item) => item.source),
    ),
    hasMap: speakers.some((speaker) => speaker.rest !== undefined && speaker.rest.schema !== false),
    closed: speakers.flatMap(closedOf),
    names,
    atomsOf: (key) => {
      if (!atoms.has(key)) atoms.set(key, findAtoms(key));
      return atoms.get(key);
    },
  };
}

function requireDependents(
  required: Map<string, string>,
  dependents: ReadonlyMap<string, readonly string[]>,
): void {
  for (const [key, path] of required) {
    for (const needed of dependents.get(key) ?? [])
      if (!required.has(needed)) required.set(needed, path);
  }
}

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
