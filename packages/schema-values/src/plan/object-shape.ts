import type { SubSchema } from "../source/part.ts";
import { numberOf } from "../source/schema.ts";
import type { Conjunction, Literal, PlanTools } from "./literal.ts";
import { atomsBy, closedOf, type PropertyRules, speakersOf } from "./speakers.ts";

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
  const atoms = new Map<string, readonly Literal[] | undefined>();
  const findAtoms = (key: string): readonly Literal[] | undefined => {
    if (!nameChecks.every((check) => check(key, { steps: 100_000 }))) return undefined;
    return speakers.flatMap((speaker) => atomsBy(tools, speaker, key));
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
