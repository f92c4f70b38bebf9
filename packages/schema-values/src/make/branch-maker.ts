import { drawn } from "../covering/turns.ts";
import type { JsonValue } from "../json.ts";
import type { Draws, Hints, Lexicon, Subject } from "../lexicon/lexicon.ts";
import type { Choice } from "../plan/literal.ts";
import { hasMany, type Plan } from "../plan/plan.ts";
import type { Rng } from "../rng.ts";
import { TYPES } from "../source/schema.ts";
import { isLate, type Maker, type MakeTools, type Making, statedBy } from "./making.ts";

/** Each value that the subject doesn't favor keeps at least this share of the rows. */
const LEAST_SHARE = 0.05;
/** Maximum share of the rows for everything that the subject suggests but doesn't state. */
const MOST_SHARE = 0.8;

/** A chooser of one of several values, more often one that the row's subject favors. */
export function chooserOf<Value extends JsonValue>(
  lexicon: Lexicon,
  values: readonly Value[],
  hints: Hints,
): (draws: Draws) => Value {
  const favoredBy = values.length < 2 ? undefined : lexicon.choice?.(values, hints);
  if (favoredBy === undefined) return ({ rng }) => rng.pick(values);
  return ({ rng, subject }) => {
    const favored = subject && favoredBy(subject);
    if (favored === undefined || favored.indexes.length === 0) return rng.pick(values);
    const { indexes, isStated = false } = favored;
    const even = indexes.length / values.length;
    const most = 1 - LEAST_SHARE * (values.length - indexes.length);
    const isFavored = isStated || rng.next() < shareOf(Math.max(even, most), even, subject);
    const index = isFavored ? rng.pick(indexes) : otherThan(indexes, values.length, rng);
    return values[index] ?? rng.pick(values);
  };
}

/** Whether a row takes what its subject suggests but doesn't state. */
export function isSuggested({ rng, subject }: Draws): boolean {
  return rng.next() < shareOf(MOST_SHARE, 0, subject);
}

/** The share of what a subject suggests, between an even one and the maximum; higher temperatures flatten it. */
function shareOf(share: number, even: number, subject: Subject | undefined): number {
  const heat = Math.max(1, subject?.heat ?? 1);
  return even + (Math.min(share, MOST_SHARE) - even) * Math.max(0, 2 - heat);
}

/** An index that is not among those of a list; there must be one. */
function otherThan(indexes: readonly number[], count: number, rng: Rng): number {
  let index = rng.below(count);
  while (indexes.includes(index) && indexes.length < count) index = (index + 1) % count;
  return index;
}

type Branch = {
  readonly plan: Plan;
  readonly make: Maker;
  readonly height: number;
  readonly isNull: boolean;
};

const NULL_SHARE = 0.2;
/** Number of branches to try before abandoning a value. */
const TRIES = 6;

/** A choice, and the plans that its alternatives lead to. */
type Branching = { readonly choice: Choice; readonly plans: readonly Plan[] };

/** A maker that takes one of several branches, and another if that one fails. */
export function branchMaker(tools: MakeTools, { choice, plans }: Branching, name: string): Maker {
  const branches = plans
    .map(
      (plan): Branch => ({
        plan,
        make: tools.restOf(plan, name),
        height: tools.planner.heightOf(plan),
        isNull: plan.flat.types === TYPES.null,
      }),
    )
    .filter((branch) => branch.height !== Infinity);
  const cheapest = [...branches].sort((a, b) => a.height - b.height);
  const nulls = branches.filter((branch) => branch.isNull);
  const others = branches.filter((branch) => !branch.isNull);
  const options = branches.map(({ plan }) => plan);
  const cost =
    1 + Math.max(0, ...plans.map((plan) => (plan.isSettled ? 0 : plan.flat.parts.length)));
  const isOptional = nulls.length > 0 && others.length > 0;
  const [only, another] = others;
  return (making) => {
    making.steps -= cost;
    if (making.steps < 0) return undefined;
    if (making.turns !== undefined)
      return making.turns.branch(choice, options, (place) => branches[place]?.make(making));
    const isNull = isOptional && making.rng.next() < NULL_SHARE;
    const stated =
      isNull && only !== undefined && another === undefined
        ? statedBy(only.make, making)
        : undefined;
    if (stated !== undefined) return stated;
    const pool = isNull ? nulls : isOptional ? others : branches;
    const order = isLate(making) ? cheapest : pool;
    const start = order === cheapest || order.length < 2 ? 0 : making.rng.below(order.length);
    for (let i = 0; i < Math.min(order.length, TRIES); i++) {
      const branch = order[(start + i) % order.length];
      const value = branch?.make(making);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

const LEAPS = 4;

/** A maker that makes many choices at once, and falls back to `make`, one by one, if that fails. */
export function leapingMaker(
  tools: MakeTools,
  plan: Plan,
  { name, make }: { readonly name: string; readonly make: Maker },
): Maker {
  if (!hasMany(plan)) return make;
  const many = plan.flat.choices.filter((choice) => choice.negated === undefined);
  const resolved = new Set([...plan.resolved, ...many.map((choice) => choice.key)]);
  const cost = many.length + plan.flat.parts.length;
  const leap = (making: Making): Plan | undefined => {
    making.steps -= cost;
    if (making.steps < 0) return undefined;
    const options = many.flatMap((choice) => making.rng.pick(choice.options));
    const next = tools.planner.plan([...plan.atoms, ...options], resolved);
    return tools.planner.conflictOf(next, 1) === undefined ? next : undefined;
  };
  const draw: Maker = (making) => {
    for (let i = 0; i < LEAPS; i++) {
      const next = leap(making);
      const value = next === undefined ? undefined : tools.restOf(next, name)(making);
      if (value !== undefined) return value;
    }
    return make(making);
  };
  // There are too many choices to take each in turn.
  return (making) => drawn(making, draw);
}
