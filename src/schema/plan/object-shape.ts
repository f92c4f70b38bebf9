import { dependentKeys } from "../check/object-checks.ts";
import type { Part } from "../source/part.ts";
import { keyword, mapOf, numberOf, schemaOf, stringsOf } from "../source/schema.ts";
import { type Atom, positive } from "./atom.ts";
import type { Flat, ObjectPart } from "./flat.ts";
import type { PlanTools } from "./tools.ts";

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
  readonly names: readonly Part[];
  /** The schemas of a key's value; undefined if the key is not allowed. */
  atomsOf(key: string): readonly Atom[] | undefined;
};

/** The properties of parts, by part id, and the shapes of conjunctions; each is computed once. */
export type ShapeMemory = {
  readonly properties: Map<number, Speaker>;
  readonly objects: WeakMap<Flat, ObjectShape>;
};

type ShapeTools = PlanTools & { readonly memory: ShapeMemory };

/** Reads the object keywords; unevaluated properties are known only once no choice is open. */
export function objectShape(tools: ShapeTools, flat: Flat): ObjectShape {
  const shape = tools.memory.objects.get(flat) ?? readShape(tools, flat);
  tools.memory.objects.set(flat, shape);
  return shape;
}

function readShape(tools: ShapeTools, flat: Flat): ObjectShape {
  const speakers = speakersOf(tools, flat);
  const keys = new Set(speakers.flatMap((speaker) => [...speaker.named.keys()]));
  const required = new Map<string, string>();
  const dependents = new Map<string, readonly string[]>();
  for (const { part } of speakers) {
    for (const key of stringsOf(part.schema, "required"))
      required.set(key, `${part.pointer}/required`);
    for (const [key, needed] of dependentKeys(part.schema, tools.dialect.hasUnevaluated)) {
      dependents.set(key, [...(dependents.get(key) ?? []), ...needed]);
    }
  }
  requireDependents(required, dependents);
  for (const key of [...required.keys(), ...[...dependents.values()].flat()]) keys.add(key);
  const names = speakers.flatMap((speaker) => speaker.names ?? []);
  const nameChecks = names.map((part) => tools.checks.of(part));
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
      if (!nameChecks.every((check) => check(key, { steps: 100_000 }))) return undefined;
      return speakers.flatMap((speaker) => atomsBy(tools, speaker, key));
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

/** One part's constraints on properties. */
export type Speaker = {
  readonly part: ObjectPart;
  readonly named: ReadonlyMap<string, Part>;
  readonly patterns: readonly {
    readonly source: string;
    test(key: string): boolean;
    readonly part: Part;
  }[];
  /** The schema for keys that are neither named nor matched. */
  readonly rest: Part | undefined;
  readonly names: Part | undefined;
  /** The schema for keys that no inner part evaluates, and those parts. */
  readonly unevaluated: { readonly part: Part; readonly within: readonly ObjectPart[] } | undefined;
};

function speakersOf(tools: ShapeTools, flat: Flat): readonly Speaker[] {
  const { properties: known } = tools.memory;
  const isSettled =
    tools.dialect.hasUnevaluated && flat.choices.every((choice) => choice.kind === "not");
  return flat.parts.map((part) => {
    const speaker = known.get(part.id) ?? speakerOf(tools, part);
    known.set(part.id, speaker);
    const schema = isSettled ? schemaOf(part.schema, "unevaluatedProperties") : undefined;
    if (schema === undefined) return speaker;
    const within = flat.parts.filter(
      (other) => other.id === part.id || other.owners.includes(part.id),
    );
    const below = tools.book.below(part, schema, ["unevaluatedProperties"]);
    return { ...speaker, unevaluated: { part: below, within } };
  });
}

/** Computed once per part, because many plans share a part and it means the same in all of them. */
function speakerOf(tools: PlanTools, part: ObjectPart): Speaker {
  const { book } = tools;
  const { schema } = part;
  const single = (name: string): Part | undefined => {
    const sub = schemaOf(schema, name);
    return sub === undefined ? undefined : book.below(part, sub, [name]);
  };
  return {
    part,
    unevaluated: undefined,
    named: new Map(
      mapOf(schema, "properties").map(([key, sub]) => [
        key,
        book.below(part, sub, ["properties", key]),
      ]),
    ),
    patterns: mapOf(schema, "patternProperties").map(([source, sub]) => ({
      source,
      test: tools.patterns.testOf(source),
      part: book.below(part, sub, ["patternProperties", source]),
    })),
    rest: single("additionalProperties"),
    names: single("propertyNames"),
  };
}

function evaluates(
  tools: PlanTools,
  part: ObjectPart,
  at: { readonly key: string; readonly isOwner: boolean },
): boolean {
  const { key, isOwner } = at;
  const { schema } = part;
  if (keyword(schema, "additionalProperties") !== undefined) return true;
  if (!isOwner && keyword(schema, "unevaluatedProperties") !== undefined) return true;
  if (mapOf(schema, "properties").some(([name]) => name === key)) return true;
  return mapOf(schema, "patternProperties").some(([pattern]) =>
    tools.patterns.testOf(pattern)(key),
  );
}

function atomsBy(tools: PlanTools, speaker: Speaker, key: string): Atom[] {
  const out: Atom[] = [];
  const named = speaker.named.get(key);
  if (named !== undefined) out.push(positive(named));
  for (const pattern of speaker.patterns) if (pattern.test(key)) out.push(positive(pattern.part));
  if (out.length === 0 && speaker.rest !== undefined) out.push(positive(speaker.rest));
  const { unevaluated } = speaker;
  if (
    unevaluated !== undefined &&
    !unevaluated.within.some((part) =>
      evaluates(tools, part, { key, isOwner: part.id === speaker.part.id }),
    )
  ) {
    out.push(positive(unevaluated.part));
  }
  return out;
}

function closedOf(speaker: Speaker): { keys: string[]; patterns: string[] }[] {
  const out: { keys: string[]; patterns: string[] }[] = [];
  if (speaker.rest?.schema === false) {
    out.push({
      keys: [...speaker.named.keys()],
      patterns: speaker.patterns.map((item) => item.source),
    });
  }
  if (speaker.unevaluated?.part.schema === false) {
    const { within } = speaker.unevaluated;
    const isOpen = within.some(
      (part) => keyword(part.schema, "additionalProperties") !== undefined,
    );
    if (!isOpen) {
      out.push({
        keys: within.flatMap((part) => mapOf(part.schema, "properties").map(([key]) => key)),
        patterns: within.flatMap((part) =>
          mapOf(part.schema, "patternProperties").map(([key]) => key),
        ),
      });
    }
  }
  return out;
}
