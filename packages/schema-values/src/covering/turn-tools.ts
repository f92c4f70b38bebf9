import { cached } from "../cached.ts";
import { objectShape } from "../plan/container-shapes.ts";
import { childrenOf, childrenOfWay, endlessPlans } from "../plan/height.ts";
import type { Choice } from "../plan/literal.ts";
import type { Plan, Planner, Way } from "../plan/plan.ts";
import { optionsOf } from "../plan/steps.ts";
import { hashOf } from "../rng.ts";
import type { SubSchema } from "../source/part.ts";
import { TYPES } from "../source/schema.ts";

/** A kind of choice. Plans with the same identity are equivalent for this choice. */
export type Label = { readonly hash: number; identityOf(plan: Plan): string | number };

export const OWN: Label = { hash: 1, identityOf: (plan) => plan.id };
/** Labels the choice of how deep a recursive value is. */
export const DEPTH: Label = { hash: 4, identityOf: (plan) => plan.id };
/** Labels the choice of whether an object has additional properties. */
export const EXTRAS: Label = { hash: 3, identityOf: (plan) => plan.id };

/** Cached properties of a schema's plans. All rows share one cache. */
export type TurnTools = ReturnType<typeof createTurnTools>;

export function createTurnTools(planner: Planner, root: Plan) {
  const known = new Map<string, string | number>();
  const labelOf = (name: string, find: Label["identityOf"]): Label => ({
    hash: hashOf(name),
    identityOf: (plan) => cached(known, `${plan.id} ${name}`, () => find(plan)),
  });
  const endless = endlessPlans(planner, root);
  const recursive = recursiveTargets(planner, endless);
  return {
    /** Labels the choice of whether an object has a key, and the choices for a required value. */
    keyLabel: (key: string) => labelOf(`key ${key}`, (plan) => identityOfKey(planner, plan, key)),
    /** Labels the choice of a branch, such as one of `anyOf`. */
    choiceLabel: (choice: Choice) =>
      labelOf(`choice ${choice.pointer} ${choice.key}`, (plan) =>
        identityOfChoice(planner, plan, choice),
      ),
    /** Whether values of a plan can nest without end. */
    isEndless: (plan: Plan) => endless.has(plan),
    isEndlessWay: (way: Way) => childrenOfWay(way).some((plan) => endless.has(plan)),
    recursiveTargets: (plan: Plan): readonly SubSchema[] =>
      plan.flat.parts.filter((part) => recursive.has(part)),
  };
}

/** Maximum number of pairs of a schema and a plan to check. Beyond it, rows don't vary in depth. */
const MOST_LOOKS = 100_000;

/** Finds the schemas whose values can contain values of the same schema. */
function recursiveTargets(planner: Planner, endless: ReadonlySet<Plan>): ReadonlySet<SubSchema> {
  const plansOf = new Map<SubSchema, Plan[]>();
  for (const plan of endless)
    for (const part of plan.flat.parts)
      for (const target of planner.subSchemas.referred(part)) plansOf.set(target, []);
  if (plansOf.size * endless.size > MOST_LOOKS) return new Set();
  for (const plan of endless) for (const part of plan.flat.parts) plansOf.get(part)?.push(plan);
  const children = new Map<Plan, readonly Plan[]>();
  const below = (plan: Plan): readonly Plan[] =>
    cached(children, plan, () => childrenOf(planner, plan).filter((it) => endless.has(it)));
  const isInside = (target: SubSchema, plans: readonly Plan[]): boolean => {
    const typed = plans.filter((plan) => planner.stepsOf(plan).kind === "typed");
    const inner = new Set(typed.flatMap(below));
    for (const plan of inner) for (const child of below(plan)) inner.add(child);
    return [...inner].some((plan) => plan.flat.parts.includes(target));
  };
  return new Set([...plansOf].flatMap(([it, plans]) => (isInside(it, plans) ? [it] : [])));
}

function identityOfKey(planner: Planner, plan: Plan, key: string): string {
  const steps = planner.stepsOf(plan);
  if (steps.kind === "same") return identityOfKey(planner, steps.plan, key);
  if ((plan.flat.types & TYPES.object) === 0) return "none";
  const shape = objectShape(planner, plan.flat);
  const atoms = shape.atomsOf(key);
  const child = atoms === undefined ? "none" : planner.plan(atoms).id;
  return `${child} ${shape.required.has(key)} ${plan.flat.types}`;
}

function identityOfChoice(planner: Planner, plan: Plan, choice: Choice): string | number {
  if (!plan.flat.choices.some((it) => it.key === choice.key)) return plan.id;
  const options = optionsOf(planner, plan, choice);
  return options.map((next) => (planner.conflictOf(next, 1) === undefined ? 1 : 0)).join("");
}
