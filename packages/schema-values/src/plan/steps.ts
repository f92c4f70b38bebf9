import type { JsonValue } from "../json.ts";
import { NUMBER, TYPES } from "../source/schema.ts";
import { arrayShape } from "./array-shape.ts";
import { candidatesOf, lonelyValues } from "./candidates.ts";
import { typesLeft } from "./conflict.ts";
import { type Choice, type Contradiction, type Literal, positive } from "./literal.ts";
import { numberShape } from "./number-shape.ts";
import { objectShape } from "./object-shape.ts";
import {
  MANY_CHOICES,
  type NotChoice,
  type Plan,
  type Planner,
  type Steps,
  type Way,
} from "./plan.ts";
import { textShape } from "./text-shape.ts";

const LEVELS = 2;
/** Cost of checking a schema for a property, relative to flattening its schemas. */
const COST_OF_A_LOOK = 1 / 16;
/** If there are many choices, only the first few are examined; later ones are examined once earlier ones are made. */
const FEW_EXAMINED = 2;
/**
 * Maximum number of `not` schemas planned in advance; more are checked only after a value is made.
 */
const MOST_NOTS = 4;
const MOST_IMPLIED = 60;

/** Determines how to make a value for a plan. */
export function stepsOf(planner: Planner, plan: Plan): Steps {
  const conflict = planner.conflictOf(plan, LEVELS);
  if (conflict !== undefined) return { kind: "dead", conflict };
  const values = candidatesOf(planner, plan);
  if (values !== undefined) return { kind: "values", values };
  const branches = plan.flat.choices.filter((choice) => choice.negated === undefined);
  if (branches.length > 0) return decideBranch(planner, plan, branches);
  return decideNots(planner, plan);
}

function surviving(
  planner: Planner,
  plan: Plan,
  choice: Choice,
): { plans: Plan[]; why: Contradiction | undefined } {
  let why: Contradiction | undefined;
  const resolved = new Set(plan.resolved).add(choice.key);
  const plans = choice.options
    .map((option) => planner.plan([...plan.atoms, ...option], resolved))
    .filter((next) => {
      const conflict = planner.conflictOf(next, 1);
      why ??= conflict;
      return conflict === undefined;
    });
  return { plans, why };
}

function decideBranch(planner: Planner, plan: Plan, choices: readonly Choice[]): Steps {
  let best: Extract<Steps, { kind: "choice" }> | undefined;
  const examined = choices.slice(0, choices.length > MANY_CHOICES ? FEW_EXAMINED : MANY_CHOICES);
  for (const choice of examined) {
    const { plans, why } = surviving(planner, plan, choice);
    const [only] = plans;
    if (only === undefined) return { kind: "dead", conflict: deadEnd(choice, why) };
    if (plans.length === 1) return { kind: "same", plan: only };
    if (best === undefined || plans.length < best.plans.length)
      best = { kind: "choice", choice, plans };
  }
  return best ?? { kind: "dead", conflict: { reason: "no value is left", paths: [] } };
}

function deadEnd(choice: Choice, why: Contradiction | undefined): Contradiction {
  const because = why === undefined ? "" : `: for the first, ${why.reason}`;
  const name = choice.negated !== undefined ? "way out of `not`" : "branch";
  return {
    ...why,
    reason: `no ${name} is possible${because}`,
    paths: [choice.pointer, ...(why?.paths ?? [])],
  };
}

function decideNots(planner: Planner, plan: Plan): Steps {
  const all = plan.flat.choices;
  const open =
    all.length > MOST_IMPLIED ? all : all.filter((choice) => !isImplied(planner, plan, choice));
  const nots: NotChoice[] = [];
  for (const choice of open) {
    if (open.length > MOST_NOTS) {
      nots.push({ choice, plans: [] });
      continue;
    }
    const { plans, why } = surviving(planner, plan, choice);
    const [only] = plans;
    if (only === undefined && choice.isComplete)
      return { kind: "dead", conflict: deadEnd(choice, why) };
    if (only !== undefined && plans.length === 1 && choice.isComplete)
      return { kind: "same", plan: only };
    nots.push({ choice, plans });
  }
  return { kind: "typed", ways: waysOf(planner, plan), nots };
}

/** Whether the schema contradicts the others anyway, so that it needs no negation. */
function isImplied(planner: Planner, plan: Plan, choice: Choice): boolean {
  if (choice.negated === undefined) return false;
  const resolved = new Set(plan.resolved).add(choice.key);
  const both = planner.plan([...plan.atoms, positive(choice.negated)], resolved);
  return planner.conflictOf(both, 1) !== undefined;
}

/** The plans that avoid a `not` schema, computed only when a value turned out to conform to it. */
export function waysOut(planner: Planner, plan: Plan, not: NotChoice): readonly Plan[] {
  return not.plans.length > 0 ? not.plans : surviving(planner, plan, not.choice).plans;
}

function waysOf(planner: Planner, plan: Plan): Way[] {
  const { flat } = plan;
  const { types } = typesLeft(planner, plan, LEVELS);
  const ways: Way[] = [];
  const lonely: JsonValue[] = lonelyValues(planner, plan);
  if (lonely.length > 0) ways.push({ kind: "values", values: lonely });
  if ((types & NUMBER) !== 0) {
    ways.push({ kind: "number", shape: numberShape(flat), types: types & NUMBER });
  }
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
    const child = (index: number, contained: readonly Literal[]): Plan => {
      const atoms = [...shape.atomsOf(index), ...contained];
      planner.spend((1 + atoms.length) * COST_OF_A_LOOK);
      return planner.plan(atoms);
    };
    ways.push({ kind: "array", shape, child });
  }
  return ways;
}
