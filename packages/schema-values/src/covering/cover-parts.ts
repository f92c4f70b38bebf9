import type { JsonObject, JsonValue } from "../json.ts";
import { itemName } from "../lexicon/lexicon.ts";
import { agreeing } from "../make/agree/agreement.ts";
import { arrayMaker, capacityOf, LONGEST } from "../make/array-maker.ts";
import { type Entry, entriesOf, extraMaker, type ObjectEntries } from "../make/extra-properties.ts";
import { hintsOf, ownerOf } from "../make/hints-of.ts";
import { type Maker, type ObjectDraft, setProperty } from "../make/making.ts";
import { Novelty } from "../make/novelty.ts";
import { objectShape } from "../plan/object-shape.ts";
import type { Plan, Way } from "../plan/plan.ts";
import { pointer as pointerTo, TYPES } from "../source/schema.ts";
import { mixed, type Pick, type Spot } from "./chooser.ts";
import {
  type CoverMaking,
  type Label,
  type Makers,
  OWN,
  spotFor,
  type TypedCover,
  type Walk,
} from "./cover-making.ts";

type ArrayWay = Extract<Way, { kind: "array" }>;
type Arrays = { readonly way: ArrayWay; readonly name: string };

const MANY = 3;
/** Longer arrays don't get as many items as they can have. */
const MOST = 1000;
/** The limit for arrays within arrays. */
const MOST_INNER = 50;
/** Values in a row after which an array has as few items as possible. */
const ENOUGH = 1200;

/** A maker of arrays with no, one, many, and the most items in turn. */
export function arrayCover(makers: Makers, plan: Plan, { way, name }: Arrays): TypedCover {
  const { shape } = way;
  const hints = hintsOf(plan, name);
  const isComplex =
    shape.contains.some((it) => it.least > 0 || it.most < Infinity) || shape.hasRepeats;
  if (isComplex || shape.least > LONGEST) {
    const make = arrayMaker(makers.cover, way, { name, hints });
    return (walk) => {
      walk.making.spot = { ...walk.spot, site: mixed(walk.spot.site, 1) };
      return make(walk.making);
    };
  }
  const item = itemName(name, hints.description);
  const planAt = (index: number): Plan => way.child(Math.min(index, shape.prefix), []);
  const capacity = capacityOf(makers.usual, way);
  return (walk) => {
    const { making } = walk;
    const forced = making.forced.get(walk.spot.site);
    const { pointer } = walk;
    making.visits.push({
      kind: "array",
      site: walk.spot.site,
      pointer,
      least: shape.least,
      most: capacity,
    });
    const isInner = pointer.split("/").length > 3;
    const lengths = lengthsOf(shape.least, capacity, isInner ? MOST_INNER : MOST);
    const spot = spotFor(walk, OWN);
    const pick = making.chooser.choose(spot, lengths.length);
    const usual = making.made > ENOUGH ? (lengths[0] ?? 0) : (lengths[pick.alternative] ?? 0);
    const deep = Math.max(shape.least, Math.min(1, capacity));
    const length = forced?.kind === "length" ? forced.length : making.deepest > 0 ? deep : usual;
    if (length < shape.least || length > capacity) return undefined;
    const news = shape.isUnique ? new Novelty(makers.usual, making) : undefined;
    const out: JsonValue[] = [];
    for (let index = 0; index < length; index++) {
      const make = makers.cover.makerOf(planAt(index), item);
      const own: Spot = {
        site: mixed(spot.site, index + 2),
        rank: pick.rankAmong((it) => (lengths[it] ?? 0) > index),
      };
      const at = placed(make, walk, { own, index });
      const value = news === undefined ? at(making) : news.next(planAt(index), at);
      if (value === undefined) return index >= shape.least ? out : undefined;
      out.push(value);
    }
    return out;
  };
}

type Place = { readonly own: Spot; readonly index: number };

/** A maker of the item at an index; each further try at the same item makes other choices. */
function placed(make: Maker, walk: Walk, { own, index }: Place): Maker {
  let tries = 0;
  return (given) => {
    const making = given as CoverMaking;
    making.spot = { site: own.site, rank: own.rank + tries++ };
    making.pointer = `${walk.pointer}/${index}`;
    return make(making);
  };
}

/** Lengths that clients treat differently: none, one, several, and the most, shortest first. */
function lengthsOf(least: number, capacity: number, longest: number): readonly number[] {
  const hasMost = capacity <= longest;
  const several = Math.max(2, least, Math.min(MANY, capacity - 1));
  const isSeveral = several < capacity || !hasMost;
  const all = [0, 1, ...(isSeveral ? [several] : []), ...(hasMost ? [capacity] : [])];
  return [...new Set(all)].filter((it) => it >= least && it <= capacity);
}

type ObjectWay = Extract<Way, { kind: "object" }>;
type Objects = { readonly way: ObjectWay; readonly name: string };

/** The site of an object's additional properties. */
const EXTRAS = 3;

/** A maker of objects in which each optional key is present in every second row. */
export function objectCover(makers: Makers, plan: Plan, { way, name }: Objects): TypedCover {
  const { usual, cover } = makers;
  const owner = ownerOf(plan, name);
  const entries = entriesOf(cover, way, owner);
  if (entries === undefined) return () => undefined;
  const addExtras = extraMaker(cover, way, itemName(name, hintsOf(plan, name).description));
  let walking: Walk | undefined;
  const make = (): JsonObject | undefined => {
    const walk = walking as Walk;
    const out: ObjectDraft = {};
    const present = presentIn(makers, { entries, way }, walk);
    for (const entry of entries.all) {
      const spot = present.get(entry);
      if (spot === undefined) continue;
      walk.making.spot = spot;
      walk.making.pointer = pointerTo(walk.pointer, entry.key);
      const value = entry.make(walk.making);
      if (value !== undefined) setProperty(out, entry.key, value);
      else if (entry.isRequired) return undefined;
    }
    return withExtras(walk, way, () => addExtras(walk.making, out)) ? out : undefined;
  };
  const agreed = agreeing(usual, { make, way, entries, owner });
  const optional = entries.all.filter((it) => !it.isRequired).map((it) => it.key);
  return (walk) => {
    const outer = walking;
    walking = walk;
    const { site } = walk.spot;
    if (optional.length > 0)
      walk.making.visits.push({ kind: "object", site, pointer: walk.pointer, optional });
    const value = agreed(walk.making);
    walking = outer;
    return value;
  };
}

/** Maps are empty in every second row. */
function withExtras(walk: Walk, { shape }: ObjectWay, add: () => boolean): boolean {
  const { making } = walk;
  const isMap = shape.hasMap || shape.patterns.length > 0;
  const { optional } = making;
  const own = spotFor(walk, { hash: EXTRAS, identityOf: (plan) => plan.id });
  making.spot = own;
  making.pointer = `${walk.pointer}/*`;
  if (isMap) {
    const pick = making.chooser.choose(own, 2);
    const isPresent = pick.alternative === 1;
    if (!isPresent) making.optional = 0;
    making.spot = { site: mixed(own.site, 1), rank: pick.rankAmong((it) => it === 1) };
  }
  const isDone = add();
  making.optional = optional;
  return isDone;
}

type Filling = { readonly entries: ObjectEntries; readonly way: ObjectWay };

/** The spots of the properties that the row has. */
function presentIn(makers: Makers, filling: Filling, walk: Walk): ReadonlyMap<Entry, Spot> {
  const { entries, way } = filling;
  const { least, most } = way.shape;
  const forced = walk.making.forced.get(walk.spot.site);
  const present = new Map<Entry, Spot>();
  const absent = new Map<Entry, Spot>();
  for (const entry of entries.all) {
    const spot = spotFor(walk, keyLabel(makers, entry.key));
    if (entry.isRequired) present.set(entry, spot);
    else {
      const pick = walk.making.chooser.choose(spot, 2);
      const isPresent =
        forced?.kind === "optional"
          ? forced.isPresent
          : isWanted(makers, walk.making, { entry, way, pick });
      const within = { site: mixed(spot.site, 2), rank: pick.rankAmong((it) => it === 1) };
      (isPresent ? present : absent).set(entry, within);
    }
  }
  for (const entry of [...present.keys()]) {
    for (const key of entry.brings) add(entries.byKey.get(key));
  }
  for (const entry of absent.keys()) if (present.size < least) add(entry);
  for (const entry of [...present.keys()].reverse()) {
    const isNeeded = [...present.keys()].some((other) => other.brings.includes(entry.key));
    if (present.size > most && !entry.isRequired && !isNeeded) present.delete(entry);
  }
  return present;

  function add(entry: Entry | undefined): void {
    const spot = entry && absent.get(entry);
    if (entry === undefined || spot === undefined || present.has(entry)) return;
    present.set(entry, spot);
    for (const key of entry.brings) add(entries.byKey.get(key));
  }
}

type Wish = { readonly entry: Entry; readonly way: ObjectWay; readonly pick: Pick };

function isWanted(makers: Makers, making: CoverMaking, { entry, way, pick }: Wish): boolean {
  if (making.deepest === 0) return pick.alternative === 1;
  const child = way.child(entry.key);
  return child !== undefined && makers.isEndless(child);
}

/** Alternatives of an earlier choice reach the same property if its schemas are the same. */
function keyLabel({ labelOf, usual: { planner } }: Makers, key: string): Label {
  return labelOf(`key ${key}`, (plan) => {
    let settled: Plan = plan;
    for (let steps = planner.stepsOf(settled); steps.kind === "same"; ) {
      settled = steps.plan;
      steps = planner.stepsOf(settled);
    }
    if ((settled.flat.types & TYPES.object) === 0) return "none";
    const shape = objectShape(planner, settled.flat);
    const atoms = shape.atomsOf(key);
    const child = atoms === undefined ? "none" : planner.plan(atoms).id;
    return `${child} ${shape.required.has(key)} ${settled.flat.types}`;
  });
}
