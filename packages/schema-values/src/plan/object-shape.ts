import { dependentKeys } from "../check/value-checks.ts";
import type { SubSchema } from "../source/part.ts";
import { mapOf, numberOf, stringsOf } from "../source/schema.ts";
import {
  type Conjunction,
  isSettled,
  type Literal,
  type ObjectPart,
  once,
  type PlanTools,
  positive,
} from "./literal.ts";

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

/** One part's constraints on properties. */
type PropertyRules = {
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
  /** The schema for keys about which no part says anything. */
  readonly unevaluated: SubSchema | undefined;
};

/** Many plans share a part, and its rules are the same in all of them. */
const rulesOf: (tools: PlanTools, part: ObjectPart) => PropertyRules = once(
  ({ subSchemas, patterns }, part) => {
    const { schema } = part;
    return {
      required: stringsOf(schema, "required"),
      requiredPath: `${part.pointer}/required`,
      dependents: dependentKeys(schema),
      named: new Map(
        mapOf(schema, "properties").map(([key, sub]) => [
          key,
          subSchemas.sub(part, sub, ["properties", key]),
        ]),
      ),
      patterns: mapOf(schema, "patternProperties").map(([source, sub]) => ({
        source,
        test: patterns.testOf(source),
        part: subSchemas.sub(part, sub, ["patternProperties", source]),
      })),
      rest: subSchemas.one(part, "additionalProperties"),
      names: subSchemas.one(part, "propertyNames"),
      unevaluated: subSchemas.one(part, "unevaluatedProperties"),
    };
  },
);

/** Reads the object keywords; unevaluated properties are known only once no choice is open. */
export const objectShape: (tools: PlanTools, flat: Conjunction) => ObjectShape = once(
  (tools, flat) => {
    const rules = flat.parts.map((part) => rulesOf(tools, part));
    const patterns = rules.flatMap((rule) => rule.patterns);
    const bounds = (name: string): number[] =>
      flat.parts.flatMap((part) => numberOf(part.schema, name) ?? []);
    // Every part counts as a neighbor, even one that a validator would not look into.
    const unevaluated = isSettled(flat) ? rules.flatMap((rule) => rule.unevaluated ?? []) : [];
    const names = rules.flatMap((rule) => rule.names ?? []);
    return {
      ...requirements(rules),
      least: Math.max(0, ...bounds("minProperties")),
      most: Math.min(Infinity, ...bounds("maxProperties")),
      patterns: [...new Set(patterns.map((item) => item.source))],
      barred: patterns.filter((item) => item.part.schema === false).map((item) => item.source),
      hasMap: rules.some((rule) => rule.rest !== undefined && rule.rest.schema !== false),
      closed: closedBy(rules, unevaluated),
      names,
      atomsOf: atomsFinder(tools, { rules, names, unevaluated }),
    };
  },
);

function requirements(
  rules: readonly PropertyRules[],
): Pick<ObjectShape, "keys" | "required" | "dependents"> {
  const required = new Map<string, string>();
  const dependents = new Map<string, readonly string[]>();
  for (const rule of rules) {
    for (const key of rule.required) required.set(key, rule.requiredPath);
    for (const [key, needed] of rule.dependents)
      dependents.set(key, [...(dependents.get(key) ?? []), ...needed]);
  }
  for (const [key, path] of required) {
    for (const needed of dependents.get(key) ?? [])
      if (!required.has(needed)) required.set(needed, path);
  }
  const named = rules.flatMap((rule) => [...rule.named.keys()]);
  const keys = new Set([...named, ...required.keys(), ...[...dependents.values()].flat()]);
  return { keys: [...keys], required, dependents };
}

function closedBy(
  rules: readonly PropertyRules[],
  unevaluated: readonly SubSchema[],
): ObjectShape["closed"] {
  const allowed = (some: readonly PropertyRules[]): ObjectShape["closed"][number] => ({
    keys: some.flatMap((rule) => [...rule.named.keys()]),
    patterns: some.flatMap((rule) => rule.patterns.map((item) => item.source)),
  });
  const closed = rules.filter((rule) => rule.rest?.schema === false).map((rule) => allowed([rule]));
  const isClosed =
    unevaluated.some((part) => part.schema === false) &&
    rules.every((rule) => rule.rest === undefined);
  return isClosed ? [...closed, allowed(rules)] : closed;
}

type Speaking = {
  readonly rules: readonly PropertyRules[];
  readonly names: readonly SubSchema[];
  readonly unevaluated: readonly SubSchema[];
};

const NAME_STEPS = 100_000;

function atomsFinder(
  tools: PlanTools,
  { rules, names, unevaluated }: Speaking,
): ObjectShape["atomsOf"] {
  const isName = names.map((part) => tools.checks.of(part));
  const known = new Map<string, readonly Literal[] | undefined>();
  const find = (key: string): readonly Literal[] | undefined => {
    if (!isName.every((check) => check(key, { steps: NAME_STEPS }))) return undefined;
    const parts = rules.flatMap((rule) => partsFor(rule, key));
    return (parts.length > 0 ? parts : unevaluated).map(positive);
  };
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key);
  };
}

/** A part's requirements for a key's value. */
function partsFor({ named, patterns, rest }: PropertyRules, key: string): SubSchema[] {
  const own = named.get(key);
  const matched = patterns.filter((pattern) => pattern.test(key)).map((pattern) => pattern.part);
  const parts = own === undefined ? matched : [own, ...matched];
  return parts.length > 0 || rest === undefined ? parts : [rest];
}
