import type { JsonObject } from "../json.ts";
import { itemName } from "../lexicon/hints.ts";
import { agreeing } from "../make/agree/agreement.ts";
import { extraMaker } from "../make/extra-properties.ts";
import { hintsOf, ownerOf } from "../make/hints-of.ts";
import { type ObjectDraft, setProperty } from "../make/making.ts";
import { type Entry, entriesOf, type ObjectEntries } from "../make/object-entries.ts";
import { objectShape } from "../plan/object-shape.ts";
import type { Plan, Way } from "../plan/plan.ts";
import { TYPES } from "../source/json-type.ts";
import { pointer as pointerTo } from "../source/schema.ts";
import type { Pick, Spot } from "./chooser.ts";
import {
  type CoverMaking,
  type Label,
  type Makers,
  spotFor,
  type TypedCover,
  type Walk,
} from "./cover-making.ts";
import { mixed } from "./permutation.ts";

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
