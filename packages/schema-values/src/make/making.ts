import type { Turns } from "../covering/turns.ts";
import type { JsonValue } from "../json.ts";
import type { Draws, Lexicon } from "../lexicon/lexicon.ts";
import type { Plan, Planner } from "../plan/plan.ts";
import type { TextSources } from "./text/text-sources.ts";

/** The state while one row is made: its inputs, the stated values so far, and its size. */
export type Making = Draws & {
  /** Takes the alternatives of choices in turn; undefined if they are drawn at random. */
  turns: Turns | undefined;
  /** The probability of an optional property. */
  optional: number;
  /** Number of levels below the root. */
  depth: number;
  /** Number of values made so far; limits the size of a row. */
  made: number;
  /** Whether the part of the row that is being made has a value that the subject states. */
  hasStated: boolean;
  /** The row's numbers that its subject states. */
  statedNumbers: readonly number[];
  /** The stated values that the row contains, each with its property's name and level. */
  readonly claims: {
    readonly value: string | number;
    readonly name: string;
    readonly depth: number;
  }[];
  /** Whether the subject could have stated the last string, but didn't. */
  isUnstated: boolean;
  /** The items made so far for the current list. */
  items: readonly JsonValue[];
  /** Number of steps left for choices; a value fails when none are left. */
  steps: number;
};

type Start = Pick<Making, keyof Draws | "turns" | "optional" | "depth" | "steps">;

/** The state before any part of a row is made. */
export function newMaking(start: Start): Making {
  // Spreading `start` would be several times as slow as making the rest of a row.
  return {
    rng: start.rng,
    turns: start.turns,
    tokens: start.tokens,
    subject: start.subject,
    optional: start.optional,
    depth: start.depth,
    made: 0,
    hasStated: false,
    isUnstated: false,
    statedNumbers: [],
    claims: [],
    items: [],
    steps: start.steps,
  };
}

/** Makes one value; undefined on failure. */
export type Maker = (making: Making) => JsonValue | undefined;

/** Number of budget steps per value while a schema is compiled. They limit nested minimums. */
export const STEPS_OF_A_VALUE = 1 / 4;

/** From this level on, only required values are made. */
export const SOFT_DEPTH = 6;
/** Once a row has more values than this, only required values are added. */
const SOFT_SIZE = 120;

/** Whether a row with random choices should stop growing. */
export function isLate({ turns, depth, made }: Making): boolean {
  return turns === undefined && (depth >= SOFT_DEPTH || made > SOFT_SIZE);
}

export type ObjectDraft = { [key: string]: JsonValue };

const USUAL = { enumerable: true, writable: true, configurable: true };

/** Adds a property, even one named `__proto__`, which an assignment would not add. */
export function setProperty(out: ObjectDraft, key: string, value: JsonValue): void {
  if (key !== "__proto__") out[key] = value;
  else Object.defineProperty(out, key, { value, ...USUAL });
}

/** Makers for plans, each created on first use; a maker depends only on its plan and name. */
export type MakeTools = {
  readonly planner: Planner;
  readonly lexicon: Lexicon;
  readonly texts: TextSources;
  /** A maker for the value of a property with this name, or for an item of its array. */
  makerOf(plan: Plan, name: string): Maker;
  /** Like `makerOf`, but some of the value's choices are already made. */
  restOf(plan: Plan, name: string): Maker;
  /** All values of a plan; undefined if there are too many, or if they can't be enumerated. */
  finiteValuesOf(plan: Plan): readonly JsonValue[] | undefined;
};

/** Whether a property with the same name, at the same level, already has this stated value. */
export function isTaken(value: string | number, name: string, { claims, depth }: Making): boolean {
  return claims.some((one) => one.value === value && one.name === name && one.depth === depth);
}
