import type { JsonValue } from "../json.ts";
import type { ArrayShape } from "./array-shape.ts";
import type { Conjunction } from "./conjunction.ts";
import type { Choice, Contradiction, Literal } from "./literal.ts";
import type { NumberShape } from "./number-shape.ts";
import type { ObjectShape } from "./object-shape.ts";
import type { TextShape } from "./text-shape.ts";

/** A conjunction of schemas for one value, with what is known about it. */
export type Plan = {
  readonly id: number;
  readonly atoms: readonly Literal[];
  /** Keys of the choices that led here. */
  readonly resolved: ReadonlySet<string>;
  readonly flat: Conjunction;
  /** The conflicts found, by search depth. */
  readonly conflicts: Map<number, Contradiction | undefined>;
  steps: Steps | undefined;
  /** Minimum number of levels below a value; Infinity if there is no value. */
  height: number;
  /** Whether the height is final. */
  isSettled: boolean;
};

/** How to make a value for a plan. */
export type Steps =
  | { readonly kind: "dead"; readonly conflict: Contradiction }
  | { readonly kind: "values"; readonly values: readonly JsonValue[] }
  | { readonly kind: "same"; readonly plan: Plan }
  | {
      readonly kind: "choice";
      readonly choice: Choice;
      readonly plans: readonly Plan[];
      /**
       * All open choices, if there are so many that they are better made at once; otherwise empty.
       */
      readonly many: readonly Choice[];
    }
  | { readonly kind: "typed"; readonly ways: readonly Way[]; readonly nots: readonly NotChoice[] };

/** A schema to avoid that is checked only after a value is made, with the plans that avoid it. */
export type NotChoice = { readonly choice: Choice; readonly plans: readonly Plan[] };

/** One type of value, with its constraints. */
export type Way =
  | { readonly kind: "values"; readonly values: readonly JsonValue[] }
  | { readonly kind: "number"; readonly shape: NumberShape; readonly types: number }
  | { readonly kind: "text"; readonly shape: TextShape }
  | {
      readonly kind: "object";
      readonly shape: ObjectShape;
      /** The plan for a key's value; undefined if the key is not allowed. */
      child(key: string): Plan | undefined;
    }
  | {
      readonly kind: "array";
      readonly shape: ArrayShape;
      /** The plan for an item that also conforms, or doesn't, to some `contains` schemas. */
      child(index: number, contained: readonly Literal[]): Plan;
    };
