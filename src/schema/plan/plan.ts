import type { JsonValue } from "../../core/json.ts";
import type { ArrayShape } from "./array-shape.ts";
import type { Atom, Choice, Contradiction } from "./atom.ts";
import type { Flat } from "./flat.ts";
import type { NumberShape } from "./number-shape.ts";
import type { ObjectShape } from "./object-shape.ts";
import type { TextShape } from "./text-shape.ts";

/** A conjunction of schemas for one value, and what was found out about it. */
export type Plan = {
  readonly id: number;
  readonly atoms: readonly Atom[];
  /** Keys of choices that were made to get here. */
  readonly resolved: ReadonlySet<string>;
  readonly flat: Flat;
  /** What conflicts were found by looking so many levels down. */
  readonly conflicts: Map<number, Contradiction | undefined>;
  steps: Steps | undefined;
  /** The levels below that a value can't do without; Infinity where there is no value. */
  height: number;
  /** Whether the height is final. */
  isSettled: boolean;
};

/** How to come to a value for a plan. */
export type Steps =
  | { readonly kind: "dead"; readonly conflict: Contradiction }
  | { readonly kind: "values"; readonly values: readonly JsonValue[] }
  | { readonly kind: "same"; readonly plan: Plan }
  | {
      readonly kind: "choice";
      readonly choice: Choice;
      readonly plans: readonly Plan[];
      /** All open choices where they are so many that they are better made at once; else none. */
      readonly many: readonly Choice[];
    }
  | { readonly kind: "typed"; readonly ways: readonly Way[]; readonly nots: readonly NotChoice[] };

/** A schema not to conform to that is looked at after a value is made, and how to avoid it. */
export type NotChoice = { readonly choice: Choice; readonly plans: readonly Plan[] };

/** One kind of value, and what it must be like. */
export type Way =
  | { readonly kind: "values"; readonly values: readonly JsonValue[] }
  | { readonly kind: "number"; readonly shape: NumberShape; readonly types: number }
  | { readonly kind: "text"; readonly shape: TextShape }
  | {
      readonly kind: "object";
      readonly shape: ObjectShape;
      /** The plan for the value of a key; undefined where the key is not allowed. */
      child(key: string): Plan | undefined;
    }
  | {
      readonly kind: "array";
      readonly shape: ArrayShape;
      /** The plan for an item that also conforms, or doesn't, to some schemas of `contains`. */
      child(index: number, contained: readonly Atom[]): Plan;
    };
