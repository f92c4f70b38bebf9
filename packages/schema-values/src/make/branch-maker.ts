import type { JsonValue } from "../json.ts";
import type { Branching } from "../plan/plan.ts";
import { drawIndex } from "../rng.ts";
import { TYPES } from "../source/schema.ts";
import { isIfStated, UNSTATED_SHARE } from "./choose.ts";
import { hintsOf } from "./hints-of.ts";
import { isLate, type Maker, type MakeTools, type Making } from "./making.ts";

export type Alternative = {
  readonly make: Maker;
  readonly height: number;
  readonly weight: number;
  /** Whether the value is null. Null has its own probability, and is drawn before the others. */
  readonly isNull: boolean;
};

/** Maximum number of alternatives to try for a value. */
const TRIES = 6;
const NULL_SHARE = 0.2;

/** Returns a maker that draws one of the alternatives, and tries others if that one fails. */
export function alternativesMaker(all: readonly Alternative[], isUnstated: boolean): Maker {
  const cheapest = [...all].sort((a, b) => a.height - b.height);
  const nulls = all.filter(({ isNull }) => isNull);
  const others = all.filter(({ isNull }) => !isNull);
  const [only, another] = others;
  const isOptional = nulls.length > 0 && only !== undefined;
  const usual = isOptional ? others : all;
  const weights = usual.map(({ weight }) => weight);
  return (making) => {
    if (isLate(making)) return firstOf(cheapest, making, 0);
    const nullShare = isUnstated && making.subject !== undefined ? UNSTATED_SHARE : NULL_SHARE;
    const isNull = isOptional && making.rng.next() < nullShare;
    if (!isNull)
      return firstOf(usual, making, weights.length < 2 ? 0 : drawIndex(making.rng, weights));
    const stated = another === undefined ? statedBy(only.make, making) : undefined;
    return stated ?? firstOf(nulls, making, 0);
  };
}

/** Tries up to `TRIES` alternatives, starting at `start`, and returns the first value, if any. */
function firstOf(all: readonly Alternative[], making: Making, start: number) {
  const { length } = all;
  for (let i = 0; i < length && i < TRIES; i++) {
    const value = all[(start + i) % length]?.make(making);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Makes a value; undefined if the row's subject states no part of it. */
export function statedBy(make: Maker, making: Making): JsonValue | undefined {
  if (making.subject === undefined) return undefined;
  const { hasStated } = making;
  making.hasStated = false;
  const value = make(making);
  const isStated = making.hasStated;
  making.hasStated ||= hasStated;
  return isStated ? value : undefined;
}

export function branchMaker(tools: MakeTools, { choice, plans }: Branching, name: string): Maker {
  const possible = plans.filter((plan) => tools.planner.heightOf(plan) !== Infinity);
  const branches = possible.map(
    (plan): Alternative => ({
      make: tools.restOf(plan, name),
      height: tools.planner.heightOf(plan),
      weight: 1,
      isNull: plan.flat.types === TYPES.null,
    }),
  );
  const isUnstated = possible.some((plan) => isIfStated(hintsOf(plan, name)));
  const draw = alternativesMaker(branches, isUnstated);
  const cost =
    1 + Math.max(0, ...plans.map((plan) => (plan.isSettled ? 0 : plan.flat.parts.length)));
  return (making) => {
    making.steps -= cost;
    if (making.steps < 0) return undefined;
    if (making.turns === undefined) return draw(making);
    return making.turns.branch(choice, possible, (place) => branches[place]?.make(making));
  };
}
