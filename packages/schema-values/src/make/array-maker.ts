import type { List } from "../covering/turns.ts";
import type { JsonValue } from "../json.ts";
import { type Hints, type ItemCount, itemName } from "../lexicon/lexicon.ts";
import type { Contains } from "../plan/array-shape.ts";
import { type Literal, negative, positive } from "../plan/literal.ts";
import type { Plan, Way } from "../plan/plan.ts";
import { isLate, type Maker, type MakeTools, type Making, shuffled } from "./making.ts";
import { Novelty } from "./novelty.ts";

type ArrayWay = Extract<Way, { kind: "array" }>;

/** Number of items of a tuple that are usually made, if they are optional. */
const MOST_AT_FIRST = 8;
/** Only arrays up to this length are searched for a repeated string. */
const SHORT = 32;
/** How often a string is drawn again because the list has it. */
const REPEATS = 3;
/** Longer arrays increase the step budget by what their items need. */
const MANY = 100;
const STEPS_OF_AN_ITEM = 10;
/** Longer arrays are too large for a row. */
export const LONGEST = 50_000;

/** A property with a list or a map as its value. */
export type Whole = { readonly name: string; readonly hints: Hints };

/** A maker of arrays. */
export function arrayMaker(tools: MakeTools, way: ArrayWay, { name, hints }: Whole): Maker {
  const { shape } = way;
  const item = itemName(name, hints.description);
  const asked = tools.lexicon.count?.(hints);
  const isPlain = shape.contains.every((it) => it.least === 0 && it.most === Infinity);
  if (shape.least > LONGEST) return () => undefined;
  let capacity: number | undefined;
  let needed: number | undefined;
  const plans: Plan[] = [];
  const planAt = (index: number): Plan => {
    const at = Math.min(index, shape.prefix);
    plans[at] ??= way.child(at, []);
    return plans[at];
  };
  const makers: Maker[] = [];
  const makerAt = (index: number): Maker => {
    const at = Math.min(index, shape.prefix);
    makers[at] ??= tools.makerOf(planAt(at), item);
    return makers[at];
  };
  return (making) => {
    capacity ??= capacityOf(tools, way);
    needed ??= neededBy(tools, way);
    making.depth++;
    const plain = isPlain ? { least: shape.least, capacity } : undefined;
    const list = making.turns?.list(plain, making.made);
    const length =
      list?.length ??
      lengthFor(making, way, { needed: Math.min(needed, capacity), capacity, asked });
    const roles = isPlain ? undefined : assign(tools, way, making, length);
    const filling = { tools, way, item, making, list, roles, planAt, makerAt };
    const out = length < shape.least ? undefined : fill(filling, length);
    making.depth--;
    return out;
  };
}

/** Maximum number of items before an item that can't have a value. */
export function capacityOf(tools: MakeTools, way: ArrayWay): number {
  const { shape } = way;
  for (let index = 0; index <= Math.min(shape.prefix, shape.most); index++) {
    if (tools.planner.heightOf(way.child(index, [])) === Infinity)
      return Math.min(index, shape.most);
  }
  return shape.most;
}

/** Minimum length that has room for all the items that must match `contains`. */
function neededBy(tools: MakeTools, way: ArrayWay): number {
  const { contains, prefix } = way.shape;
  const places = Array.from({ length: prefix + 1 }, (_, index) => index);
  const firsts = contains
    .filter((it) => it.least > 0)
    .map((it) => {
      const isPossible = (index: number): boolean =>
        tools.planner.heightOf(way.child(index, [positive(it.part)])) !== Infinity;
      return places.find(isPossible) ?? 0;
    });
  const least = contains.reduce((sum, it) => sum + it.least, 0);
  return least === 0 ? 0 : Math.max(...firsts) + least;
}

type Limits = {
  readonly needed: number;
  readonly capacity: number;
  /** The number of items that the description asks for. */
  readonly asked: ItemCount | undefined;
};

function lengthFor(making: Making, way: ArrayWay, limits: Limits): number {
  const { shape } = way;
  const least = Math.max(shape.least, limits.needed);
  if (isLate(making)) return Math.min(least, limits.capacity);
  const { asked, capacity } = limits;
  if (asked !== undefined) {
    const wanted = making.rng.between(asked.least, asked.most);
    return Math.min(Math.max(wanted, least), shape.most, capacity);
  }
  const most = Math.min(shape.most, capacity);
  if (shape.prefix > 0) {
    const from = Math.max(least, Math.min(shape.prefix, MOST_AT_FIRST));
    const length = making.rng.between(from, Math.max(from, Math.min(shape.prefix, from + 4)));
    return Math.max(Math.min(length, most), Math.min(least, capacity));
  }
  return Math.min(drawLength(making, least, Math.max(least, most)), Math.max(most, 0));
}

/** Lists are empty, or have one item, or many, in these shares of the rows; most have a few. */
const SHARES = { fewest: 0.08, one: 0.12, many: 0.1 };
const USUAL = { least: 2, most: 4 };
const MANY_ITEMS = { least: 6, most: 12 };
/** Below this level, lists are short. */
const DEEP = 3;

/** The length of a list: usually a few items, sometimes as few as allowed, one, or many. */
function drawLength({ rng, depth }: Making, least: number, most: number): number {
  const draw = rng.next();
  const { fewest, one, many } = SHARES;
  if (draw < fewest) return least;
  if (draw < fewest + one) return Math.min(most, Math.max(least, 1));
  const isMany = draw > 1 - many && depth <= DEEP;
  const range = isMany ? MANY_ITEMS : USUAL;
  const from = Math.max(least, range.least);
  return Math.min(most, rng.between(from, Math.max(from + 2, range.most)));
}

/** For each item, the `contains` schemas that it must match and those that it must not match. */
type Roles = readonly (readonly Literal[])[];

function assign(tools: MakeTools, way: ArrayWay, making: Making, length: number): Roles {
  const { contains } = way.shape;
  const matched = Array.from({ length }, () => new Set<Contains>());
  for (const it of contains) {
    const indices = shuffled([...matched.keys()], making);
    const free = indices.filter((index) => matched[index]?.size === 0);
    const shared = indices.filter((index) => matched[index]?.size !== 0);
    let left = it.least;
    for (const index of [...free, ...shared]) {
      if (left <= 0) break;
      const atoms = [...(matched[index] ?? []), it].map((one) => positive(one.part));
      if (tools.planner.heightOf(way.child(index, atoms)) === Infinity) continue;
      matched[index]?.add(it);
      left--;
    }
  }
  return matched.map((roles) =>
    contains.flatMap((it) => {
      if (roles.has(it)) return [positive(it.part)];
      return it.most === Infinity ? [] : [negative(it.part)];
    }),
  );
}

type Filling = {
  readonly tools: MakeTools;
  readonly way: ArrayWay;
  readonly item: string;
  readonly making: Making;
  /** The place of the items; undefined if everything is drawn. */
  readonly list: List | undefined;
  readonly roles: Roles | undefined;
  /** The plan of an item without a role. */
  planAt(index: number): Plan;
  /** The maker of an item without a role. */
  makerAt(index: number): Maker;
};

function fill(filling: Filling, length: number): JsonValue[] | undefined {
  const { way, making, roles } = filling;
  const out: JsonValue[] = [];
  const news = way.shape.isUnique ? new Novelty(filling.tools, making) : undefined;
  if (filling.list === undefined) making.made += length;
  if (length > MANY) making.steps += length * STEPS_OF_AN_ITEM;
  const isPlain = news === undefined && roles === undefined && filling.list === undefined;
  for (let index = 0; index < length; index++) {
    const value = isPlain ? makePlain(filling, index, out) : makeSpecial(filling, index, news);
    if (isPlain && isRepeatedLabel(filling, index, { out, value })) return out;
    if (value !== undefined) out.push(value);
    else return index >= way.shape.least && roles === undefined ? out : undefined;
  }
  return out;
}

type Repeated = { readonly out: readonly JsonValue[]; readonly value: JsonValue | undefined };

/** Whether a list of labels would repeat one, although it may end here. */
function isRepeatedLabel(
  { tools, way, planAt }: Filling,
  index: number,
  { out, value }: Repeated,
): boolean {
  const mayEnd = typeof value === "string" && index >= way.shape.least && out.includes(value);
  return mayEnd && tools.finiteValuesOf(planAt(index)) !== undefined;
}

/**
 * Draws a string again if a short array already has it, because real lists seldom repeat a keyword.
 */
function makePlain(
  filling: Filling,
  index: number,
  out: readonly JsonValue[],
): JsonValue | undefined {
  const make = filling.makerAt(index);
  let value = make(filling.making);
  for (let tries = 0; tries < REPEATS && isIn(out, value); tries++) value = make(filling.making);
  return value;
}

function isIn(out: readonly JsonValue[], value: JsonValue | undefined): boolean {
  return typeof value === "string" && out.length < SHORT && out.includes(value);
}

function makeSpecial(
  { tools, way, item, making, list, roles, planAt, makerAt }: Filling,
  index: number,
  news: Novelty | undefined,
): JsonValue | undefined {
  const own = roles?.[index] ?? [];
  const plan = own.length === 0 ? planAt(index) : way.child(Math.min(index, way.shape.prefix), own);
  const make = own.length === 0 ? makerAt(index) : tools.makerOf(plan, item);
  let tries = 0;
  const makeNext: Maker = (state) => {
    list?.enter(index, tries++);
    return make(state);
  };
  return news === undefined ? makeNext(making) : news.next(plan, makeNext);
}
