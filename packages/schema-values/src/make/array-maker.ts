import { cached } from "../cached.ts";
import type { List } from "../covering/turns.ts";
import { identityOf, type JsonValue } from "../json.ts";
import type { Hints, ItemCount } from "../lexicon/lexicon.ts";
import type { Contains } from "../plan/container-shapes.ts";
import { type Literal, negative, positive } from "../plan/literal.ts";
import type { ArrayWay, Plan } from "../plan/plan.ts";
import { shuffled } from "../rng.ts";
import { isSuggested } from "./choose.ts";
import { hintsOf, itemName } from "./hints-of.ts";
import { isLate, type Maker, type MakeTools, type Making, STEPS_OF_A_VALUE } from "./making.ts";

/** Maximum length of a short array. Only short arrays are checked for repeated strings. */
const SHORT = 32;
/** Maximum number of redraws for a string that the list already contains. */
const REPEATS = 3;
/** Arrays with more items than this get extra steps for each item. */
const MANY = 100;
const STEPS_OF_AN_ITEM = 10;
/** Maximum length of an array; longer arrays are too large for a row. */
export const LONGEST = 50_000;

type ItemKind = { readonly plan: Plan; readonly make: Maker };

/** Returns a maker of arrays. `hints` describes the array, not its items. */
export function arrayMaker(tools: MakeTools, way: ArrayWay, hints: Hints): Maker {
  const { shape } = way;
  if (shape.least > LONGEST) return () => undefined;
  const item = itemName(hints);
  const asked = tools.lexicon.count?.(hints);
  const isPlain = !shape.contains.some((it) => it.least > 0 || it.most < Infinity);
  const kinds: ItemKind[] = [];
  const kindAt = (index: number, roles: readonly Literal[] = []): ItemKind => {
    const at = Math.min(index, shape.prefix);
    if (roles.length === 0 && kinds[at] !== undefined) return kinds[at];
    const plan = way.child(at, roles);
    const kind = { plan, make: tools.makerOf(plan, item) };
    if (roles.length === 0) kinds[at] = kind;
    return kind;
  };
  const isStated = ALL_STATED.test(hints.description);
  const named = isPlain && shape.prefix === 0 ? namedItems(tools, way, item) : undefined;
  const firsts = (): Plan[] =>
    Array.from({ length: Math.min(shape.prefix, SHORT) + 1 }, (_, at) => kindAt(at).plan);
  let limits: Limits | undefined;
  return (making) => {
    const items = named?.(making);
    if (items !== undefined) return items;
    limits ??= { needed: neededBy(tools, way), capacity: capacityOf(tools, way), asked };
    const { least } = shape;
    const { capacity } = limits;
    const before = making.items;
    making.depth++;
    const lengths = making.turns && isPlain ? { least, capacity, items: firsts() } : undefined;
    const list = making.turns?.list(lengths, making.made);
    const length = list?.length ?? lengthFor(making, way, limits);
    const roles = isPlain ? undefined : assign(tools, way, making, length);
    const filling = { tools, way, making, list, roles, kindAt, isStated };
    const out = length < least ? undefined : fill(filling, length);
    making.depth--;
    making.items = before;
    return out;
  };
}

/** Returns a function that lists the labels a subject names; undefined if no subject can. */
function namedItems(
  tools: MakeTools,
  { shape: { least, most }, child }: ArrayWay,
  item: string,
): ((making: Making) => JsonValue[] | undefined) | undefined {
  const plan = child(0, []);
  const labels = tools.finiteValuesOf(plan) ?? [];
  const choice =
    labels.length < 2 ? undefined : tools.lexicon.choice?.(labels, hintsOf(plan, item));
  if (choice === undefined) return undefined;
  return (making) => {
    const { subject, turns } = making;
    const favored = turns === undefined && subject !== undefined ? choice(subject) : undefined;
    const { indexes = [], isNamed = false } = favored ?? {};
    if (!isNamed || indexes.length < Math.max(1, least) || indexes.length > most) return undefined;
    // The subject may mention a single label by chance, so only some of the rows use it.
    if (indexes.length === 1 && !isSuggested(making)) return undefined;
    making.hasStated = true;
    making.made += indexes.length;
    return indexes.flatMap((index) => labels[index] ?? []);
  };
}

/** Descriptions of lists that should contain everything that the subject states. */
const ALL_STATED: RegExp =
  /\b(?:all|any|every|alle|tou(?:te)?s|tod[ao]s)\b[^.]{0,60}\b(?:mentioned|found|stated|listed|present|contained|given|erwähnt|genannt|mentionnée?s|mencionad[ao]s|(?:in|from) the (?:text|e?-?mail|message|document|input|ticket|article|review|transcript|note))/i;
/** The share of `ALL_STATED` lists that are empty if the subject states no items. */
const NONE_SHARE = 0.8;

/** Maximum length of an array: it must end before an item that can't have a value. */
function capacityOf({ planner }: MakeTools, { shape, child }: ArrayWay): number {
  for (let index = 0; index <= Math.min(shape.prefix, shape.most); index++) {
    if (planner.heightOf(child(index, [])) === Infinity) return index;
  }
  return shape.most;
}

/** Minimum length that has room for all the items that must match `contains`. */
function neededBy({ planner }: MakeTools, { shape, child }: ArrayWay): number {
  const needed = shape.contains.filter((it) => it.least > 0);
  const indexes = Array.from({ length: shape.prefix + 1 }, (_, index) => index);
  const firsts = needed.map(({ part }) => {
    const hasRoom = (at: number) => planner.heightOf(child(at, [positive(part)])) !== Infinity;
    return indexes.find(hasRoom) ?? 0;
  });
  return needed.reduce((sum, it) => sum + it.least, Math.max(0, ...firsts));
}

/** `asked` is the number of items that the description asks for. */
type Limits = { needed: number; capacity: number; asked: ItemCount | undefined };

/** A tuple usually has at least this many items, or all of its items if there are fewer. */
const MOST_AT_FIRST = 8;

function lengthFor(making: Making, { shape }: ArrayWay, limits: Limits): number {
  const { asked, capacity } = limits;
  const most = Math.min(shape.most, capacity);
  const least = Math.max(shape.least, Math.min(limits.needed, capacity));
  if (isLate(making)) return Math.min(least, capacity);
  if (asked !== undefined)
    return Math.min(Math.max(making.rng.between(asked.least, asked.most), least), most);
  if (shape.prefix === 0) return Math.min(drawLength(making, least, Math.max(least, most)), most);
  const from = Math.max(least, Math.min(shape.prefix, MOST_AT_FIRST));
  const length = making.rng.between(from, Math.max(from, Math.min(shape.prefix, from + 4)));
  return Math.max(Math.min(length, most), Math.min(least, capacity));
}

/** Shares of the lists with as few items as allowed, with one item, and with many items. */
const SHARES = { fewest: 0.08, one: 0.12, many: 0.1 };
const USUAL = { least: 2, most: 4 };
const MANY_ITEMS = { least: 6, most: 12 };
/** Lists that are nested more deeply than this don't get many items. */
const DEEP = 3;

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
    const indices = shuffled([...matched.keys()], making.rng);
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
  readonly making: Making;
  /** The locations of the items; undefined if everything is drawn at random. */
  readonly list: List | undefined;
  readonly roles: Roles | undefined;
  /** Whether the list should contain everything that the subject states. */
  readonly isStated: boolean;
  kindAt(index: number, roles?: readonly Literal[]): ItemKind;
};

function fill(filling: Filling, length: number): JsonValue[] | undefined {
  const { tools, way, making, list, roles, kindAt, isStated } = filling;
  const { least, most, isUnique } = way.shape;
  const out: JsonValue[] = [];
  const unique = isUnique ? uniqueItems(tools, making) : undefined;
  tools.planner.spend(length * STEPS_OF_A_VALUE);
  if (list === undefined) making.made += length;
  if (length > MANY) making.steps += length * STEPS_OF_AN_ITEM;
  let hasStatedItems = false;
  let end = length;
  for (let index = 0; index < end; index++) {
    const kind = kindAt(index, roles?.[index]);
    let value: JsonValue | undefined;
    const { hasStated } = making;
    making.items = out;
    making.hasStated = false;
    making.isUnstated = false;
    if (unique !== undefined) value = unique(kind, (tries) => list?.enter(index, tries));
    else {
      list?.enter(index, 0);
      value = kind.make(making);
    }
    // Replaces a repeated string, because real lists rarely repeat a keyword.
    if (unique === undefined && roles === undefined && list === undefined && isIn(out, value)) {
      for (let tries = 0; tries < REPEATS && isIn(out, value); tries++) value = kind.make(making);
      if (index >= least && isIn(out, value) && tools.finiteValuesOf(kind.plan) !== undefined)
        return out;
    }
    const isFull = index >= least && roles === undefined;
    if (value === undefined) return isFull ? out : undefined;
    // A list with a stated string must not also contain an invented one.
    if (hasStatedItems && !making.hasStated && typeof value === "string" && isFull) return out;
    const lacksAll = isStated && index === 0 && making.isUnstated;
    if (lacksAll && isFull && making.rng.chance(NONE_SHARE)) return out;
    // If the list should have all stated values, it grows until the subject has no more.
    if (isStated && typeof value === "string" && making.hasStated && index + 1 === end)
      end = Math.min(end + 1, most, SHORT);
    hasStatedItems ||= making.hasStated;
    making.hasStated ||= hasStated;
    out.push(value);
  }
  return out;
}

function isIn(out: readonly JsonValue[], value: JsonValue | undefined): boolean {
  return typeof value === "string" && out.length < SHORT && out.includes(value);
}

/** Maximum number of tries for a unique item about the subject, and then about no subject. */
const TRIES = 16;

/** Makes a unique item. Before each try, calls `enter` with the number of earlier tries. */
type UniqueMaker = (kind: ItemKind, enter: (tries: number) => void) => JsonValue | undefined;

/** Returns a maker that tries likely values, then values without the subject, then all values. */
function uniqueItems(tools: MakeTools, making: Making): UniqueMaker {
  const seen = new Set<ReturnType<typeof identityOf>>();
  const rests = new Map<Plan, JsonValue[]>();
  const isNew = (value: JsonValue): boolean => seen.size < seen.add(identityOf(value)).size;
  return ({ plan, make }, enter) => {
    const hasRest = (rests.get(plan)?.length ?? 0) > 0;
    let at = making;
    for (let tries = 0; !hasRest && tries < 2 * TRIES; tries++) {
      // The subject may have too few words, so later tries use the word lists instead.
      if (tries === TRIES) at = { ...making, subject: undefined };
      enter(tries);
      const value = make(at);
      if (value !== undefined && isNew(value)) return value;
    }
    const rest = cached(rests, plan, () => shuffled(tools.finiteValuesOf(plan) ?? [], making.rng));
    for (let value = rest.pop(); value !== undefined; value = rest.pop())
      if (isNew(value)) return value;
    return undefined;
  };
}
