import type { Part } from "../source/part.ts";

/** A schema that a value must conform to, or must not. */
export type Atom = { readonly part: Part; readonly negated: boolean };

/** Why nothing can conform: a sentence, and the JSON Pointers that contradict each other. */
export type Contradiction = {
  readonly reason: string;
  readonly paths: readonly string[];
  /** More pointers, found out only for a reader: a search comes by thousands of conflicts. */
  readonly more?: () => readonly string[];
};

/** Several ways to go on, at least one of which must be gone. */
export type Choice = {
  readonly key: string;
  readonly pointer: string;
  /** A branch that a value must conform to, or a schema that it must not conform to. */
  readonly kind: "branch" | "not";
  /** The schema not to conform to, where that is the choice. */
  readonly negated?: Part;
  readonly options: readonly (readonly Atom[])[];
  /** Whether the options are all the ways there are. */
  readonly isComplete: boolean;
};

/** The atom of a schema to conform to. */
export function positive(part: Part): Atom {
  return { part, negated: false };
}

/** The atom of a schema not to conform to. */
export function negative(part: Part): Atom {
  return { part, negated: true };
}

/** A key that equal lists of atoms share, whatever their order. */
export function keyOf(atoms: readonly Atom[], resolved: ReadonlySet<string>): string {
  const keys = atoms.map((atom) => (atom.negated ? -atom.part.id - 1 : atom.part.id));
  const sorted = [...new Set(keys)].sort((a, b) => a - b).join();
  return resolved.size === 0 ? sorted : `${sorted}/${[...resolved].sort().join()}`;
}
