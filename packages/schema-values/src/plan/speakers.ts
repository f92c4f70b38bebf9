import { dependentKeys } from "../check/value-checks.ts";
import type { SubSchema } from "../source/part.ts";
import { keyword, mapOf, stringsOf } from "../source/schema.ts";
import {
  type Conjunction,
  type Literal,
  type ObjectPart,
  type PlanTools,
  positive,
} from "./literal.ts";

/** One part's constraints on properties. */
export type PropertyRules = {
  readonly part: ObjectPart;
  readonly required: readonly string[];
  /** JSON Pointer of `required`. */
  readonly requiredPath: string;
  /** The keys that each key requires. */
  readonly dependents: readonly (readonly [string, readonly string[]])[];
  readonly named: ReadonlyMap<string, SubSchema>;
  readonly patterns: readonly {
    readonly source: string;
    test(key: string): boolean;
    readonly part: SubSchema;
  }[];
  /** The schema for keys that are neither named nor matched. */
  readonly rest: SubSchema | undefined;
  readonly names: SubSchema | undefined;
  /** The schema for keys that no inner part evaluates, and those parts. */
  readonly unevaluated:
    | { readonly part: SubSchema; readonly within: readonly ObjectPart[] }
    | undefined;
};

/** The speakers among the parts of a conjunction; `known` has those of parts that were read before, by part ID. */
export function speakersOf(
  tools: PlanTools,
  flat: Conjunction,
  known: Map<number, PropertyRules>,
): readonly PropertyRules[] {
  const isSettled =
    tools.dialect.hasUnevaluated && flat.choices.every((choice) => choice.kind === "not");
  return flat.parts.map((part) => {
    const speaker = known.get(part.id) ?? speakerOf(tools, part);
    known.set(part.id, speaker);
    const below = tools.subSchemas.one(part, "unevaluatedProperties", "below");
    if (below === undefined || !isSettled) return speaker;
    const within = flat.parts.filter(
      (other) => other.id === part.id || other.owners.includes(part.id),
    );
    return { ...speaker, unevaluated: { part: below, within } };
  });
}

/** Computed once per part, because many plans share a part and it means the same in all of them. */
function speakerOf(tools: PlanTools, part: ObjectPart): PropertyRules {
  const { subSchemas } = tools;
  const { schema } = part;
  return {
    part,
    required: stringsOf(schema, "required"),
    requiredPath: `${part.pointer}/required`,
    dependents: dependentKeys(schema, tools.dialect.hasUnevaluated),
    unevaluated: undefined,
    named: new Map(
      mapOf(schema, "properties").map(([key, sub]) => [
        key,
        subSchemas.below(part, sub, ["properties", key]),
      ]),
    ),
    patterns: mapOf(schema, "patternProperties").map(([source, sub]) => ({
      source,
      test: tools.patterns.testOf(source),
      part: subSchemas.below(part, sub, ["patternProperties", source]),
    })),
    rest: subSchemas.one(part, "additionalProperties", "below"),
    names: subSchemas.one(part, "propertyNames", "below"),
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

/** A speaker's requirements for a key's value. */
export function atomsBy(tools: PlanTools, speaker: PropertyRules, key: string): Literal[] {
  const out: Literal[] = [];
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

/** The keys and patterns that a speaker limits objects to; none if it doesn't. */
export function closedOf(speaker: PropertyRules): { keys: string[]; patterns: string[] }[] {
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
