import { cached } from "../cached.ts";
import type { CheckTools, Problem } from "../check/check.ts";
import type { JsonValue } from "../json.ts";
import type { CountedPatterns } from "../regex/patterns.ts";
import type { SubSchema, SubSchemas } from "../source/part.ts";
import { keyword, numberOf, pointer } from "../source/schema.ts";

/** A schema that a value must conform to or, if negated, must not conform to. */
export type Literal = { readonly part: SubSchema; readonly negated: boolean };

/** Several options, at least one of which must hold. */
export type Choice = {
  readonly key: string;
  readonly pointer: string;
  /** The schema that a value must violate, if the options are ways to violate it. */
  readonly negated?: SubSchema;
  readonly options: readonly (readonly Literal[])[];
  /** Whether the options cover all possibilities. */
  readonly isComplete: boolean;
};

export function positive(part: SubSchema): Literal {
  return { part, negated: false };
}

export function negative(part: SubSchema): Literal {
  return { part, negated: true };
}

/** A key for a plan. The order of the atoms and of the resolved choices doesn't matter. */
export function keyOf(atoms: readonly Literal[], resolved: ReadonlySet<string>): string {
  const keys = atoms.map((atom) => (atom.negated ? -atom.part.id - 1 : atom.part.id));
  const sorted = [...new Set(keys)].sort((a, b) => a - b).join();
  return resolved.size === 0 ? sorted : `${sorted}/${[...resolved].sort().join()}`;
}

/** Wraps `compute` so that it runs only once for each key; the cache holds keys weakly. */
export function once<Tools, Key extends object, Value>(
  compute: (tools: Tools, key: Key) => Value,
): (tools: Tools, key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (tools, key) => cached(known, key, () => compute(tools, key));
}

/** A flattened conjunction of schemas: `$ref`, `allOf`, and similar keywords are resolved. */
export type Conjunction = {
  /** Every schema, except boolean ones, that the value must conform to. */
  readonly parts: readonly SubSchema[];
  /** Schemas with a single keyword that the value must not conform to. */
  readonly leaves: readonly SubSchema[];
  readonly choices: readonly Choice[];
  /** The possible types, as bits. */
  readonly types: number;
  /** Lists of values from `enum` and `const`. */
  readonly lists: readonly { readonly values: readonly JsonValue[]; readonly pointer: string }[];
  readonly conflict: Problem | undefined;
};

/** Whether no branch is left to choose. */
export function isSettled(flat: Conjunction): boolean {
  return flat.choices.every((choice) => choice.negated !== undefined);
}

export type PlanTools = {
  readonly subSchemas: SubSchemas;
  readonly checks: CheckTools;
  readonly patterns: CountedPatterns;
};

/** Minimum and maximum number of characters, items, or properties. */
export type Counts = { readonly least: number; readonly most: number };

/** The strictest bounds that a pair of keywords sets in any of the schemas. */
export function countsOf(parts: readonly SubSchema[], lower: string, upper: string): Counts {
  const all = (name: string) => parts.flatMap((part) => numberOf(part.schema, name) ?? []);
  const least = Math.ceil(Math.max(0, ...all(lower)));
  return { least, most: Math.floor(Math.min(Infinity, ...all(upper))) };
}

/** The values of a keyword in the schemas that have it. */
export function valuesIn(parts: readonly SubSchema[], name: string): JsonValue[] {
  return parts.map((part) => keyword(part.schema, name)).filter((value) => value !== undefined);
}

/** JSON Pointers of the given keywords in the schemas, in the order of the keywords. */
export function pathsOf(parts: readonly SubSchema[], ...names: readonly string[]): string[] {
  const having = (name: string): SubSchema[] =>
    parts.filter((part) => keyword(part.schema, name) !== undefined);
  return names.flatMap((name) => having(name).map((part) => pointer(part.pointer, name)));
}
