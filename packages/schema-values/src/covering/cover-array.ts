import type { JsonValue } from "../json.ts";
import { itemName } from "../lexicon/hints.ts";
import { arrayMaker, LONGEST } from "../make/array-maker.ts";
import { hintsOf } from "../make/hints-of.ts";
import type { Maker } from "../make/making.ts";
import { Novelty } from "../make/novelty.ts";
import type { Plan, Way } from "../plan/plan.ts";
import type { Spot } from "./chooser.ts";
import {
  type CoverMaking,
  type Makers,
  OWN,
  spotFor,
  type TypedCover,
  type Walk,
} from "./cover-making.ts";
import { mixed } from "./permutation.ts";

type ArrayWay = Extract<Way, { kind: "array" }>;
type Arrays = { readonly way: ArrayWay; readonly name: string };

const MANY = 3;
/** Longer arrays don't get as many items as they can have. */
const MOST = 1000;
/** The same for arrays within arrays. */
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
  const plans: Plan[] = [];
  const planAt = (index: number): Plan => {
    const at = Math.min(index, shape.prefix);
    plans[at] ??= way.child(at, []);
    return plans[at];
  };
  const isPossible = (index: number): boolean =>
    makers.usual.planner.heightOf(planAt(index)) !== Infinity;
  let capacity = 0;
  while (capacity <= shape.prefix && capacity < shape.most && isPossible(capacity)) capacity++;
  if (capacity > shape.prefix) capacity = shape.most;
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
    const news = shape.isUnique ? new Novelty(makers.usual, item, making) : undefined;
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
