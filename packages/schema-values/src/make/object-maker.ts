import type { Hints } from "../lexicon/lexicon.ts";
import type { ObjectShape } from "../plan/container-shapes.ts";
import { valuesIn } from "../plan/literal.ts";
import type { ObjectWay, Plan } from "../plan/plan.ts";
import { shuffled } from "../rng.ts";
import { agreementOf } from "./agree/agreement.ts";
import { statedBy } from "./branch-maker.ts";
import { extraMaker } from "./extra-properties.ts";
import { itemName, nameWithin, ownerOf } from "./hints-of.ts";
import {
  isLate,
  type Maker,
  type MakeTools,
  type Making,
  type ObjectDraft,
  SOFT_DEPTH,
  STEPS_OF_A_VALUE,
  setProperty,
} from "./making.ts";

/** An object with many optional properties gets about this many of them. */
const PLENTY = 12;

/** With more properties than this, it is unclear which property an input refers to. */
const MOST_SIBLINGS = 40;

export type Entry = {
  readonly key: string;
  readonly isRequired: boolean;
  readonly plan: Plan;
  readonly make: Maker;
  readonly height: number;
  /** Probability relative to other properties: 0 for deprecated and write-only properties. */
  readonly weight: number;
  /** The property's own key, and the keys that it requires. */
  readonly together: readonly string[];
};

/** Returns a maker of objects. `hints` describes the object, not its properties. */
export function objectMaker(tools: MakeTools, way: ObjectWay, hints: Hints): Maker {
  const { shape } = way;
  const entries = entriesOf(tools, way, hints);
  const optional = entries.filter((entry) => !entry.isRequired);
  const optionalKeys = optional.map(({ key }) => key);
  const isFree =
    shape.dependents.size === 0 &&
    shape.most >= entries.length &&
    shape.least <= shape.required.size &&
    !shape.hasMap &&
    shape.patterns.length === 0;
  const addExtras = extraMaker(tools, way, itemName(hints));
  const agree = agreementOf(tools, entries, ownerOf(hints));
  const fill = (making: Making, out: ObjectDraft): boolean => {
    const { turns, rng } = making;
    tools.planner.spend(entries.length * STEPS_OF_A_VALUE);
    turns?.options(optionalKeys);
    const share = shareOf(optional, making);
    const isDrawn = isFree && turns === undefined;
    const chosen = isDrawn ? undefined : choose(making, shape, entries, optional);
    if (turns === undefined)
      making.made += isFree ? entries.length : entries.length - optional.length;
    for (const entry of entries) {
      const isChosen = isDrawn
        ? entry.isRequired || (share > 0 && rng.next() < share * entry.weight)
        : chosen?.has(entry.key);
      if (isChosen !== true && (!isDrawn || !maySearch(making))) continue;
      turns?.enterKey(entry.key);
      // A row with random choices also gets optional properties whose values the subject states.
      const value = isChosen === true ? entry.make(making) : statedBy(entry.make, making);
      if (value !== undefined) setProperty(out, entry.key, value);
      else if (entry.isRequired) return false;
    }
    return isDrawn || addExtras(making, out);
  };
  const firstOptional = entries.findIndex((entry) => !entry.isRequired);
  const newDraft = drafter(entries.slice(0, firstOptional < 0 ? entries.length : firstOptional));
  return (making) => {
    const out = newDraft();
    making.depth++;
    const isFilled = fill(making, out);
    making.depth--;
    if (!isFilled) return undefined;
    // The last attempts skip this, because it may break relations that the schema requires.
    if (making.optional > 0) agree?.(out, making);
    return out;
  };
}

/** Once a row has more values than this, no optional properties are added for stated values. */
const MOST_SEARCHED = 2000;

/** Whether to look for stated values in optional properties; the limits stop endless recursion. */
function maySearch({ depth, made }: Making): boolean {
  return depth <= SOFT_DEPTH && made <= MOST_SEARCHED;
}

function shareOf({ length }: readonly Entry[], making: Making): number {
  return isLate(making) ? 0 : making.optional * Math.min(1, PLENTY / Math.max(1, length));
}

/** Maximum number of properties that a new object starts with. */
const MOST_DRAFTED = 100;

/** Returns a function that creates objects with the leading properties set to null, for speed. */
function drafter(leading: readonly Entry[]): () => ObjectDraft {
  const keys = leading.slice(0, MOST_DRAFTED).map(({ key }) => key);
  if (keys.includes("__proto__")) return () => ({});
  const literal = keys.map((key) => `${JSON.stringify(key)}: null`).join(", ");
  return new Function(`return { ${literal} };`) as () => ObjectDraft;
}

function entriesOf(tools: MakeTools, way: ObjectWay, hints: Hints): Entry[] {
  const { shape, child } = way;
  const around = hints.name === "" ? [] : hints.siblings?.filter((it) => it !== hints.name);
  const entries: Entry[] = [];
  const isMany = around === undefined || shape.keys.length + around.length > MOST_SIBLINGS;
  const kinds = isMany ? [] : shape.keys.map((key) => ({ key, of: kindsIn(tools, child(key)) }));
  for (const key of shape.keys) {
    const plan = child(key);
    const height = plan === undefined ? Infinity : tools.planner.heightOf(plan);
    const isRequired = shape.required.has(key);
    if (plan !== undefined && height !== Infinity) {
      const together = keysWith(key, shape.dependents);
      const own = kinds.find((it) => it.key === key)?.of ?? [];
      const alike = kinds.filter(({ of }) => own.length === 0 || own.some((it) => of.includes(it)));
      // Removes repetitions, so that all levels of a recursive schema share their makers.
      const siblings = isMany ? undefined : [...new Set([...alike.map((it) => it.key), ...around])];
      const make = tools.makerOf(plan, nameWithin(ownerOf(hints), key, siblings));
      const isRare = ["deprecated", "writeOnly"].some((name) =>
        valuesIn(plan.flat.parts, name).includes(true),
      );
      entries.push({ key, isRequired, plan, make, height, weight: isRare ? 0 : 1, together });
    }
  }
  return entries;
}

/** Returns which of "number" and "text" a plan's values can be. */
function kindsIn(tools: MakeTools, plan: Plan | undefined, levels = 2): readonly string[] {
  if (plan === undefined || tools.planner.heightOf(plan) === Infinity) return [];
  const steps = tools.planner.stepsOf(plan);
  if (steps.kind === "same") return kindsIn(tools, steps.plan, levels);
  if (steps.kind === "choice" && levels > 0)
    return steps.plans.flatMap((it) => kindsIn(tools, it, levels - 1));
  if (steps.kind !== "typed") return [];
  return steps.ways.map(({ kind }) => kind).filter((kind) => kind === "number" || kind === "text");
}

/** A key and the keys that it requires, directly or indirectly. */
function keysWith(key: string, dependents: ReadonlyMap<string, readonly string[]>): string[] {
  const keys = new Set([key]);
  // The loop also visits keys that are added during it.
  for (const each of keys) for (const needed of dependents.get(each) ?? []) keys.add(needed);
  return [...keys];
}

/** Chooses keys, each with the keys that it requires, within the limits on the number of keys. */
function choose(
  making: Making,
  shape: ObjectShape,
  entries: readonly Entry[],
  optional: readonly Entry[],
): ReadonlySet<string> {
  const { rng, turns } = making;
  const share = shareOf(optional, making);
  const possible = new Set(entries.map(({ key }) => key));
  const chosen = new Set(entries.flatMap(({ key, isRequired }) => (isRequired ? [key] : [])));
  const add = ({ together }: Entry): void => {
    const added = together.filter((key) => !chosen.has(key));
    if (chosen.size + added.length > shape.most || !together.every((key) => possible.has(key)))
      return;
    for (const key of added) chosen.add(key);
  };
  const order = turns === undefined ? shuffled(optional, rng) : optional;
  for (const entry of order) {
    const isChosen =
      turns?.hasKey(entry.key, entry.plan) ?? (share > 0 && rng.next() < share * entry.weight);
    if (isChosen) add(entry);
  }
  const cheapest = isLate(making) ? [...order].sort((a, b) => a.height - b.height) : order;
  for (const entry of cheapest) if (chosen.size < shape.least) add(entry);
  return chosen;
}
