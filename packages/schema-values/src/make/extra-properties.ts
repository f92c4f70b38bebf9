import { nameWithin, splitName } from "../lexicon/lexicon.ts";
import { type Literal, positive } from "../plan/literal.ts";
import type { ObjectShape } from "../plan/object-shape.ts";
import type { Plan, Planner, Way } from "../plan/plan.ts";
import { keyword } from "../source/schema.ts";
import {
  isLate,
  type Maker,
  type MakeTools,
  type Making,
  type ObjectDraft,
  setProperty,
} from "./making.ts";

/** A property that an object can have. */
export type Entry = {
  readonly key: string;
  readonly isRequired: boolean;
  readonly plan: Plan;
  readonly make: Maker;
  readonly height: number;
  /** Its probability relative to others; low for deprecated and write-only properties. */
  readonly weight: number;
  /** Keys that it requires. */
  readonly brings: readonly string[];
};

/** The properties that objects of one shape can have. */
export type ObjectEntries = {
  readonly all: readonly Entry[];
  readonly required: readonly Entry[];
  readonly optional: readonly Entry[];
  readonly byKey: ReadonlyMap<string, Entry>;
};

/** The properties of an object; undefined if a required one can't be made. */
export function entriesOf(
  tools: MakeTools,
  way: Extract<Way, { kind: "object" }>,
  owner: string,
): ObjectEntries | undefined {
  const { shape } = way;
  const all: Entry[] = [];
  for (const key of shape.keys) {
    const child = way.child(key);
    const height = child === undefined ? Infinity : tools.planner.heightOf(child);
    const isRequired = shape.required.has(key);
    if (child === undefined || height === Infinity) {
      if (isRequired) return undefined;
      continue;
    }
    const make = tools.makerOf(child, nameWithin(owner, key));
    all.push({
      ...{ key, isRequired, plan: child, make, height },
      ...{ weight: weightOf(child), brings: broughtBy(key, shape.dependents) },
    });
  }
  return {
    all,
    required: all.filter((entry) => entry.isRequired),
    optional: all.filter((entry) => !entry.isRequired),
    byKey: new Map(all.map((entry) => [entry.key, entry])),
  };
}

function broughtBy(key: string, dependents: ReadonlyMap<string, readonly string[]>): string[] {
  const brought = new Set<string>();
  const pending = [key];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name of dependents.get(next) ?? []) {
      if (!brought.has(name)) pending.push(name);
      brought.add(name);
    }
  }
  brought.delete(key);
  return [...brought];
}

/** Deprecated and write-only properties are rare in responses. */
function weightOf(plan: Plan): number {
  const isShunned = plan.flat.parts.some(
    (part) =>
      keyword(part.schema, "deprecated") === true || keyword(part.schema, "writeOnly") === true,
  );
  return isShunned ? 0 : 1;
}

/** Adds properties that have no schema of their own; returns false if it could add too few. */
export type ExtraMaker = (making: Making, out: ObjectDraft) => boolean;

const TRIES = 30;
/** Objects with more invented names than this are too large for a row. */
export const MOST_EXTRAS = 5000;

/**
 * A maker of additional properties: entries of maps, whose values are named `item`, and those that
 * `minProperties` requires.
 */
export function extraMaker(
  tools: MakeTools,
  way: Extract<Way, { kind: "object" }>,
  item: string,
): ExtraMaker {
  const { shape } = way;
  const isMap = shape.hasMap || shape.patterns.length > 0;
  let names: readonly Maker[] | undefined;
  return (making, out) => {
    const before = Object.keys(out).length;
    const mayHave =
      making.turns?.hasExtras(isMap, making.made) ?? (!isLate(making) && making.optional > 0);
    const wanted = isMap && mayHave ? making.rng.between(before === 0 ? 1 : 0, 2) : 0;
    const goal = Math.min(shape.most, Math.max(shape.least, before + wanted));
    const count = goal - before;
    if (count > MOST_EXTRAS) return false;
    if (count <= 0) return before >= shape.least;
    names ??= nameMakers(tools, shape);
    let [added, failed] = [0, 0];
    while (added < count && added + failed < TRIES + count * 4) {
      making.turns?.enterExtra(added, failed);
      if (addOne({ tools, way, item, making, out }, making.rng.pick(names))) added++;
      else failed++;
    }
    if (Object.keys(out).length < shape.least) addWords({ tools, way, item, making, out });
    return Object.keys(out).length >= shape.least;
  };
}

type Addition = {
  readonly tools: MakeTools;
  readonly way: Extract<Way, { kind: "object" }>;
  readonly item: string;
  readonly making: Making;
  readonly out: ObjectDraft;
};

/** Uses any other names if the patterns give too few. */
function addWords(addition: Addition): void {
  const { tools, way, out } = addition;
  if (!isOpen(way.shape)) return;
  const name = wordMaker(tools);
  for (let tries = TRIES + way.shape.least * 4; tries > 0; tries--) {
    if (Object.keys(out).length >= way.shape.least) return;
    addOne(addition, name);
  }
}

function isOpen(shape: ObjectShape): boolean {
  return shape.names.length + shape.closed.length + shape.barred.length === 0;
}

function wordMaker({ lexicon }: MakeTools): Maker {
  const { words } = lexicon.words;
  return ({ rng }) => `${rng.pick(words)}_${rng.pick(words)}`;
}

function addOne({ tools, way, item, making, out }: Addition, name: Maker): boolean {
  const key = name(making);
  if (typeof key !== "string" || Object.hasOwn(out, key) || way.shape.dependents.has(key))
    return false;
  const child = way.child(key);
  if (child === undefined || tools.planner.heightOf(child) === Infinity) return false;
  making.made++;
  // The keys of a map are data, so its own name says more about the values.
  const isEntry = way.shape.hasMap && splitName(item).name !== "";
  const value = tools.makerOf(child, isEntry ? item : key)(making);
  if (value === undefined) return false;
  setProperty(out, key, value);
  return true;
}

function nameMakers(tools: MakeTools, shape: ObjectShape): Maker[] {
  const plans = namePlans(tools, shape).filter((plan) => tools.planner.heightOf(plan) !== Infinity);
  const makers = plans.map((plan) => tools.makerOf(plan, "keyword"));
  if (isOpen(shape) && (makers.length === 0 || shape.hasMap)) makers.push(wordMaker(tools));
  return makers.length === 0 ? [() => undefined] : makers;
}

/** Plans for names: strings that conform to `propertyNames` and that every closed part allows. */
function namePlans(tools: MakeTools, shape: ObjectShape): Plan[] {
  const { planner } = tools;
  const all = nameAtoms(planner, shape);
  const patterns = shape.patterns.filter((pattern) => !shape.barred.includes(pattern));
  const byPattern = patterns.map((pattern) =>
    planner.plan([...all, positive(planner.subSchemas.sub(planner.subSchemas.root, { pattern }))]),
  );
  const isNeeded = byPattern.length === 0 || shape.hasMap;
  return isNeeded && all.length > 1 ? [...byPattern, planner.plan(all)] : byPattern;
}

/** Atoms for the allowed property names, from `propertyNames` and the closed parts. */
function nameAtoms(planner: Planner, shape: ObjectShape): Literal[] {
  const { subSchemas } = planner;
  const text = (schema: Parameters<typeof subSchemas.sub>[1]): Literal =>
    positive(subSchemas.sub(subSchemas.root, schema));
  const allowed = shape.closed.map((part) =>
    text({
      anyOf: [
        ...(part.keys.length > 0 ? [{ enum: [...new Set(part.keys)] }] : []),
        ...part.patterns.map((pattern) => ({ pattern })),
      ],
    }),
  );
  const barred = shape.barred.map((pattern) => text({ not: { pattern } }));
  return [text({ type: "string" }), ...shape.names.map(positive), ...allowed, ...barred];
}
