import { cached } from "../cached.ts";
import { containsBounds, dependentKeys } from "../check/value-checks.ts";
import type { SubSchema } from "../source/part.ts";
import { keyword, stringsOf } from "../source/schema.ts";
import {
  type Conjunction,
  type Counts,
  countsOf,
  isSettled,
  type Literal,
  once,
  type PlanTools,
  positive,
} from "./literal.ts";

export type ObjectShape = Counts & {
  /** The keys that the schemas name or require, starting with `properties`. */
  readonly keys: readonly string[];
  /** Required keys, with the JSON Pointer of the keyword that requires them. */
  readonly required: ReadonlyMap<string, string>;
  /** The keys that each key requires. */
  readonly dependents: ReadonlyMap<string, readonly string[]>;
  readonly patterns: readonly string[];
  /** Whether one of the schemas allows keys that it doesn't name, and has a schema for them. */
  readonly hasMap: boolean;
  /** Patterns of property names that are not allowed. */
  readonly barred: readonly string[];
  /** The keys and patterns of each schema that allows no other properties. */
  readonly closed: readonly { keys: readonly string[]; patterns: readonly string[] }[];
  readonly names: readonly SubSchema[];
  /** The schemas of a key's value; undefined if the key is not allowed. */
  atomsOf(key: string): readonly Literal[] | undefined;
};

/** One schema's subschemas for the values of properties. */
type PropertyRules = {
  readonly named: ReadonlyMap<string, SubSchema>;
  readonly patterns: readonly { source: string; part: SubSchema; test(key: string): boolean }[];
  /** The schema for keys that are not in `named` and that no pattern matches. */
  readonly rest: SubSchema | undefined;
};

/** Cached, because a schema can be part of many plans, and its rules are the same in all. */
const rulesOf: (tools: PlanTools, part: SubSchema) => PropertyRules = once(
  ({ subSchemas, patterns }, part) => ({
    named: new Map(subSchemas.map(part, "properties")),
    patterns: subSchemas.map(part, "patternProperties").map(([source, sub]) => ({
      source,
      test: patterns.testOf(source),
      part: sub,
    })),
    rest: subSchemas.one(part, "additionalProperties"),
  }),
);

const NAME_STEPS = 100_000;

/** Reads the object keywords. Unevaluated properties are known only once all choices are made. */
export const objectShape: (tools: PlanTools, flat: Conjunction) => ObjectShape = once(
  (tools, flat) => {
    const { parts } = flat;
    const rules = parts.map((part) => rulesOf(tools, part));
    const patterns = rules.flatMap((rule) => rule.patterns);
    const all = (name: string): SubSchema[] =>
      parts.flatMap((part) => tools.subSchemas.one(part, name) ?? []);
    // Treats all schemas as adjacent to `unevaluatedProperties`, even if a validator would not.
    const unevaluated = isSettled(flat) ? all("unevaluatedProperties") : [];
    const names = all("propertyNames");
    const { required, dependents } = requirements(parts);
    const named = rules.flatMap((rule) => [...rule.named.keys()]);
    const isName = names.map((part) => tools.checks.of(part));
    const known = new Map<string, readonly Literal[] | undefined>();
    const find = (key: string): readonly Literal[] | undefined => {
      if (!isName.every((check) => check(key, { steps: NAME_STEPS }))) return undefined;
      const own = rules.flatMap((rule) => partsFor(rule, key));
      return (own.length > 0 ? own : unevaluated).map(positive);
    };
    return {
      keys: [...new Set([...named, ...required.keys(), ...[...dependents.values()].flat()])],
      required,
      dependents,
      ...countsOf(parts, "minProperties", "maxProperties"),
      patterns: [...new Set(patterns.map((item) => item.source))],
      barred: patterns.filter((item) => item.part.schema === false).map((item) => item.source),
      hasMap: rules.some((rule) => rule.rest !== undefined && rule.rest.schema !== false),
      closed: closedBy(rules, unevaluated),
      names,
      atomsOf: (key) => cached(known, key, find),
    };
  },
);

function requirements(parts: readonly SubSchema[]): Pick<ObjectShape, "required" | "dependents"> {
  const required = new Map<string, string>();
  const dependents = new Map<string, readonly string[]>();
  for (const { schema, pointer: path } of parts) {
    for (const key of stringsOf(schema, "required")) required.set(key, `${path}/required`);
    for (const [key, needed] of dependentKeys(schema))
      dependents.set(key, [...(dependents.get(key) ?? []), ...needed]);
  }
  for (const [key, path] of required) {
    for (const needed of dependents.get(key) ?? [])
      if (!required.has(needed)) required.set(needed, path);
  }
  return { required, dependents };
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

function partsFor({ named, patterns, rest }: PropertyRules, key: string): SubSchema[] {
  const own = named.get(key);
  const matched = patterns.filter((pattern) => pattern.test(key)).map((pattern) => pattern.part);
  const parts = own === undefined ? matched : [own, ...matched];
  return parts.length > 0 || rest === undefined ? parts : [rest];
}

export type Contains = Counts & { readonly part: SubSchema };

export type ArrayShape = Counts & {
  readonly isUnique: boolean;
  /** From this index on, all items have the same schemas. */
  readonly prefix: number;
  readonly contains: readonly Contains[];
  atomsOf(index: number): readonly Literal[];
};

/** Reads the array keywords. Unevaluated items are known only once all choices are made. */
export const arrayShape: (tools: PlanTools, flat: Conjunction) => ArrayShape = once(
  ({ subSchemas }, flat) => {
    const { parts } = flat;
    const tuples = parts.map((part) => subSchemas.items(part));
    const contains = parts.flatMap((part) => {
      const sub = subSchemas.one(part, "contains");
      return sub === undefined ? [] : [{ part: sub, ...containsBounds(part.schema) }];
    });
    // `contains` also evaluates items, so it isn't known in advance which ones are unevaluated.
    const isKnown = isSettled(flat) && contains.length === 0;
    const unevaluated = isKnown
      ? parts.flatMap((part) => subSchemas.one(part, "unevaluatedItems") ?? [])
      : [];
    return {
      ...countsOf(parts, "minItems", "maxItems"),
      isUnique: parts.some((part) => keyword(part.schema, "uniqueItems") === true),
      prefix: Math.max(0, ...tuples.map(({ prefix }) => prefix.length)),
      contains,
      atomsOf: (index) => {
        const own = tuples.flatMap(({ prefix, rest }) => prefix[index] ?? rest ?? []);
        return (own.length > 0 ? own : unevaluated).map(positive);
      },
    };
  },
);
