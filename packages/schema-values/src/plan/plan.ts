import type { Problem } from "../check/check.ts";
import type { JsonValue } from "../json.ts";
import type { TextTest } from "../regex/patterns.ts";
import type { ArrayShape, ObjectShape } from "./container-shapes.ts";
import type { Choice, Conjunction, Literal, PlanTools } from "./literal.ts";
import type { NumberShape, TextShape } from "./scalar-shapes.ts";

/** Schemas that one value must conform to, and cached results about them. */
export type Plan = {
  readonly id: number;
  readonly atoms: readonly Literal[];
  /** Keys of the choices already made; `atoms` includes the chosen options. */
  readonly resolved: ReadonlySet<string>;
  readonly flat: Conjunction;
  /** The conflicts found, by search depth. */
  readonly conflicts: Map<number, Problem | undefined>;
  steps: Steps | undefined;
  /** Minimum number of levels below a value; Infinity if no value exists, undefined if unknown. */
  height: number | undefined;
  /** Whether the height is final. */
  isSettled: boolean;
};

/** With more choices than this, there are too many combinations to plan in advance. */
const MANY_CHOICES = 12;

export function hasMany({ flat, resolved }: Plan): boolean {
  const open = flat.choices.filter((choice) => choice.negated === undefined);
  return open.length + resolved.size > MANY_CHOICES;
}

export type Steps =
  | { readonly kind: "dead"; readonly conflict: Problem }
  | { readonly kind: "values"; readonly values: readonly JsonValue[] }
  | { readonly kind: "same"; readonly plan: Plan }
  | ({ readonly kind: "choice" } & Branching)
  /** `nots` are schemas to avoid; they are checked only after a value is made. */
  | { readonly kind: "typed"; readonly ways: readonly Way[]; readonly nots: readonly Branching[] };

/** A choice, and the plans that its options lead to. */
export type Branching = { readonly choice: Choice; readonly plans: readonly Plan[] };

/** One type of value, with its constraints. */
export type Way =
  | { readonly kind: "values"; readonly values: readonly JsonValue[] }
  | { readonly kind: "number"; readonly shape: NumberShape; readonly types: number }
  | { readonly kind: "text"; readonly shape: TextShape }
  | ObjectWay
  | ArrayWay;

export type ObjectWay = {
  readonly kind: "object";
  readonly shape: ObjectShape;
  /** The plan for a key's value; undefined if the key is not allowed. */
  child(key: string): Plan | undefined;
};

export type ArrayWay = {
  readonly kind: "array";
  readonly shape: ArrayShape;
  /** The plan for an item that must also match or violate the `contained` schemas. */
  child(index: number, contained: readonly Literal[]): Plan;
};

/** A cache of plans, in which equal conjunctions share one plan. */
export type Planner = PlanTools & {
  /** Searches for a proof that no string fits the shape; `accepts` tests strings. */
  textConflict(shape: TextShape, accepts: TextTest): Problem | undefined;
  plan(atoms: readonly Literal[], resolved?: ReadonlySet<string>): Plan;
  /** Counts completed work. Throws a BudgetError if the total exceeds the budget. */
  spend(steps: number): void;
  /** Searches `levels` levels for a proof that no value conforms; undefined if it finds none. */
  conflictOf(plan: Plan, levels: number): Problem | undefined;
  stepsOf(plan: Plan): Steps;
  heightOf(plan: Plan): number;
  /** Finalizes heights from `root` on, so that values don't depend on the order of rows. */
  settle(root: Plan): void;
};
