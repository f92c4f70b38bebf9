import type { Problem } from "../check/check.ts";
import { NUMBER, TYPES } from "../source/schema.ts";
import { candidatesOf, conforming, LONELY } from "./candidates.ts";
import { typesLeft } from "./conflict.ts";
import { arrayShape, objectShape } from "./container-shapes.ts";
import { type Choice, positive } from "./literal.ts";
import { type Branching, hasMany, type Plan, type Planner, type Steps, type Way } from "./plan.ts";
import { safeNumberShape, textShape } from "./scalar-shapes.ts";

const LEVELS = 2;
/** Number of budget steps to look up a property in a schema. */
const COST_OF_A_LOOK = 1 / 16;
/** Maximum number of `not` schemas to plan in advance; if there are more, none are planned. */
const MOST_NOTS = 4;
const MOST_IMPLIED = 60;

export function stepsOf(planner: Planner, plan: Plan): Steps {
  const conflict = planner.conflictOf(plan, LEVELS);
  if (conflict !== undefined) return { kind: "dead", conflict };
  const values = candidatesOf(planner, plan);
  if (values !== undefined) return { kind: "values", values };
  const { choices } = plan.flat;
  const branches = choices.filter((choice) => choice.negated === undefined);
  if (branches.length > 0) {
    // If there are many choices, examine only the first. The next plan has the other choices.
    const open = examine(planner, plan, hasMany(plan) ? branches.slice(0, 1) : branches);
    if ("kind" in open) return open;
    const best = open.reduce((a, b) => (b.plans.length < a.plans.length ? b : a));
    return { kind: "choice", ...best };
  }
  const isLong = choices.length > MOST_IMPLIED;
  const nots = choices.filter((choice) => isLong || !isImplied(planner, plan, choice));
  const open = examine(planner, plan, nots.length > MOST_NOTS ? [] : nots);
  if ("kind" in open) return open;
  const known = nots.length > MOST_NOTS ? nots.map((choice) => ({ choice, plans: [] })) : open;
  return { kind: "typed", ways: waysOf(planner, plan), nots: known };
}

/** Finds each choice's possible plans. If a choice leaves at most one, returns the plan's steps. */
function examine(planner: Planner, plan: Plan, choices: readonly Choice[]): Steps | Branching[] {
  const open: Branching[] = [];
  for (const choice of choices) {
    const next = optionsOf(planner, plan, choice);
    const plans = next.filter((it) => planner.conflictOf(it, 1) === undefined);
    const [first, second] = plans;
    if (second === undefined && choice.isComplete) {
      if (first !== undefined) return { kind: "same", plan: first };
      return { kind: "dead", conflict: deadEnd(choice, next[0] && planner.conflictOf(next[0], 1)) };
    }
    open.push({ choice, plans });
  }
  return open;
}

export function optionsOf(planner: Planner, plan: Plan, choice: Choice): Plan[] {
  const resolved = new Set(plan.resolved).add(choice.key);
  return choice.options.map((option) => planner.plan([...plan.atoms, ...option], resolved));
}

function deadEnd(choice: Choice, why: Problem | undefined): Problem {
  const because = why === undefined ? "" : `; the first fails because ${why.reason}`;
  const name = choice.negated !== undefined ? "way to violate the schema in `not`" : "branch";
  const paths = [choice.pointer, ...(why?.paths ?? [])];
  return { reason: `no ${name} allows a value${because}`, paths };
}

/** Whether a `not` schema contradicts the other schemas, so that its negation is redundant. */
function isImplied(planner: Planner, plan: Plan, choice: Choice): boolean {
  const options = [choice.negated === undefined ? [] : [positive(choice.negated)]];
  const [both] = optionsOf(planner, plan, { ...choice, options });
  return both !== undefined && planner.conflictOf(both, 1) !== undefined;
}

/** The plans that avoid a `not` schema; computed now unless they were planned in advance. */
export function waysOut(planner: Planner, plan: Plan, not: Branching): readonly Plan[] {
  if (not.plans.length > 0) return not.plans;
  const all = optionsOf(planner, plan, not.choice);
  return all.filter((it) => planner.conflictOf(it, 1) === undefined);
}

function waysOf(planner: Planner, plan: Plan): Way[] {
  const { flat } = plan;
  const { types } = typesLeft(planner, plan, LEVELS);
  const ways: Way[] = [];
  const lonely = conforming(planner, plan, LONELY);
  // Null and booleans are separate ways, because they are different types.
  for (const isNull of [true, false]) {
    const values = lonely.filter((value) => (value === null) === isNull);
    if (values.length > 0) ways.push({ kind: "values", values });
  }
  if ((types & NUMBER) !== 0)
    ways.push({ kind: "number", shape: safeNumberShape(flat), types: types & NUMBER });
  if ((types & TYPES.string) !== 0) ways.push({ kind: "text", shape: textShape(flat) });
  if ((types & TYPES.object) !== 0) {
    const shape = objectShape(planner, flat);
    const child = (key: string): Plan | undefined => {
      planner.spend(flat.parts.length * COST_OF_A_LOOK);
      const atoms = shape.atomsOf(key);
      return atoms === undefined ? undefined : planner.plan(atoms);
    };
    ways.push({ kind: "object", shape, child });
  }
  if ((types & TYPES.array) !== 0) {
    const shape = arrayShape(planner, flat);
    ways.push({
      kind: "array",
      shape,
      child: (index, contained) => {
        const atoms = [...shape.atomsOf(index), ...contained];
        planner.spend((1 + atoms.length) * COST_OF_A_LOOK);
        return planner.plan(atoms);
      },
    });
  }
  return ways;
}
