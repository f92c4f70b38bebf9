import { splitName } from "../lexicon/hints.ts";
import { positive } from "../plan/literal.ts";
import { nameAtoms } from "../plan/name-atoms.ts";
import type { ObjectShape } from "../plan/object-shape.ts";
import type { Plan, Way } from "../plan/plan.ts";
import {
  isLate,
  type Maker,
  type MakeTools,
  type Making,
  type ObjectDraft,
  setProperty,
} from "./making.ts";

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
    const wanted =
      isMap && !isLate(making) && making.optional > 0
        ? making.rng.between(before === 0 ? 1 : 0, 2)
        : 0;
    const goal = Math.min(shape.most, Math.max(shape.least, before + wanted));
    let left = goal - before;
    if (left > MOST_EXTRAS) return false;
    if (left <= 0) return before >= shape.least;
    names ??= nameMakers(tools, shape);
    for (let tries = TRIES + left * 4; tries > 0 && left > 0; tries--) {
      if (addOne({ tools, way, item, making, out }, making.rng.pick(names))) left--;
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
  return (making) => lexicon.key?.(making) ?? `${making.rng.pick(words)}_${making.rng.pick(words)}`;
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
    planner.plan([...all, positive(planner.subSchemas.made(planner.subSchemas.root, { pattern }))]),
  );
  const isNeeded = byPattern.length === 0 || shape.hasMap;
  return isNeeded && all.length > 1 ? [...byPattern, planner.plan(all)] : byPattern;
}
