import type { SubSchema } from "../source/part.ts";

/** A schema that a value must conform to or, if negated, must not conform to. */
export type Literal = { readonly part: SubSchema; readonly negated: boolean };

/** Why nothing can conform: a sentence, and JSON Pointers to the contradicting places. */
export type Contradiction = {
  readonly reason: string;
  readonly paths: readonly string[];
  /**
   * Additional pointers, computed only for messages, because a search encounters thousands of conflicts.
   */
  readonly more?: () => readonly string[];
};

/** Several options, at least one of which must hold. */
export type Choice = {
  readonly key: string;
  readonly pointer: string;
  /**
   * Whether the options are branches, one of which must hold, or ways not to conform to a schema.
   */
  readonly kind: "branch" | "not";
  /** The schema that a value must not conform to, if `kind` is `not`. */
  readonly negated?: SubSchema;
  readonly options: readonly (readonly Literal[])[];
  /** Whether the options cover all possibilities. */
  readonly isComplete: boolean;
};

/** An atom for a schema that a value must conform to. */
export function positive(part: SubSchema): Literal {
  return { part, negated: false };
}

/** An atom for a schema that a value must not conform to. */
export function negative(part: SubSchema): Literal {
  return { part, negated: true };
}

/** A key that is the same for equal lists of atoms in any order. */
export function keyOf(atoms: readonly Literal[], resolved: ReadonlySet<string>): string {
  const keys = atoms.map((atom) => (atom.negated ? -atom.part.id - 1 : atom.part.id));
  const sorted = [...new Set(keys)].sort((a, b) => a - b).join();
  return resolved.size === 0 ? sorted : `${sorted}/${[...resolved].sort().join()}`;
}
