import type { Way } from "../plan/plan.ts";
import { agreeing } from "./agree/agreement.ts";
import { type Entry, entriesOf, extraMaker, type ObjectEntries } from "./extra-properties.ts";
import {
  isLate,
  type Maker,
  type MakeTools,
  type Making,
  type ObjectDraft,
  setProperty,
  shuffled,
} from "./making.ts";

/** If an object has many optional properties, about this many are kept. */
const PLENTY = 12;
/** Number of objects made before code is generated; most shapes never reach it. */
const WARM = 64;
/** Larger objects always use the loop. */
const MOST_WRITTEN_OUT = 200;

/** The probability of optional properties in one object. */
export function shareOf(making: Making, entries: ObjectEntries): number {
  if (isLate(making)) return 0;
  const { length } = entries.optional;
  return length > PLENTY ? making.optional * (PLENTY / length) : making.optional;
}

/**
 * A maker of objects whose properties are independent of each other. After a number of objects, it
 * switches to generated code that names each property. That code makes the same objects from the
 * same draws, only faster.
 */
export function straightMaker(entries: ObjectEntries): Maker {
  const { all } = entries;
  const canBeWritten =
    all.length <= MOST_WRITTEN_OUT && all.every((entry) => entry.key !== "__proto__");
  if (!canBeWritten) return loop(entries);
  let left = WARM;
  let make = loop(entries);
  return (making) => {
    if (left > 0 && --left === 0) make = writtenOut(entries);
    return make(making);
  };
}

function loop(entries: ObjectEntries): Maker {
  const { all } = entries;
  return (making) => {
    const share = shareOf(making, entries);
    const out: ObjectDraft = {};
    making.made += all.length;
    for (const entry of all) {
      if (!entry.isRequired && (share === 0 || making.rng.next() >= share * entry.weight)) continue;
      const value = entry.make(making);
      if (value === undefined && entry.isRequired) return undefined;
      if (value !== undefined) setProperty(out, entry.key, value);
    }
    return out;
  };
}

/**
 * The loop, unrolled: leading required properties become an object literal, whose shape V8 knows in
 * advance.
 */
function writtenOut(entries: ObjectEntries): Maker {
  const { all } = entries;
  const firstOptional = all.findIndex((entry) => !entry.isRequired);
  const leading = firstOptional < 0 ? all.length : firstOptional;
  const lines = all.map((entry, i) => (i < leading ? "" : assignment(entry, i)));
  const values = all
    .slice(0, leading)
    .map((_, i) => `const v${i} = m${i}(making); if (v${i} === undefined) return undefined;`);
  const literal = all.slice(0, leading).map((entry, i) => `${JSON.stringify(entry.key)}: v${i}`);
  const body = `
    ${all.map((_, i) => `const m${i} = all[${i}].make;`).join("\n")}
    return (making) => {
      const share = shareOf(making, entries);
      making.made += ${all.length};
      ${values.join("\n")}
      const out = { ${literal.join(", ")} };
      ${lines.join("\n")}
      return out;
    };`;
  const make: unknown = new Function("all", "entries", "shareOf", body)(all, entries, shareOf);
  return make as Maker;
}

function assignment(entry: Entry, index: number): string {
  const set = `out[${JSON.stringify(entry.key)}] = value;`;
  if (entry.isRequired)
    return `{ const value = m${index}(making); if (value === undefined) return undefined; ${set} }`;
  return `if (share !== 0 && making.rng.next() < share * ${entry.weight}) { const value = m${index}(making); if (value !== undefined) ${set} }`;
}

type ObjectWay = Extract<Way, { kind: "object" }>;

/** The subject of an object, and the name of the values that it maps keys to. */
type Names = { readonly owner: string; readonly item: string };

/** A maker of objects. */
export function objectMaker(tools: MakeTools, way: ObjectWay, { owner, item }: Names): Maker {
  const entries = entriesOf(tools, way, owner);
  if (entries === undefined) return () => undefined;
  const { shape } = way;
  const isSimple =
    shape.dependents.size === 0 &&
    shape.most >= entries.all.length &&
    shape.least <= shape.required.size &&
    !shape.hasMap &&
    shape.patterns.length === 0;
  const general = generalMaker(tools, way, { entries, item });
  const straight = isSimple ? straightMaker(entries) : general;
  const make: Maker = (making) => (making.turns === undefined ? straight : general)(making);
  return deeper(agreeing(tools, { make, entries, owner }));
}

function deeper(make: Maker): Maker {
  return (making) => {
    making.depth++;
    const value = make(making);
    making.depth--;
    return value;
  };
}

type Filling = { readonly entries: ObjectEntries; readonly item: string };

function generalMaker(tools: MakeTools, way: ObjectWay, { entries, item }: Filling): Maker {
  const { least, most } = way.shape;
  const addExtras = extraMaker(tools, way, item);
  const optionalKeys = entries.optional.map(({ key }) => key);
  return (making) => {
    making.turns?.options(optionalKeys);
    const out: ObjectDraft = {};
    if (making.turns === undefined) making.made += entries.required.length;
    const chosen = choose(making, entries, { least, most });
    for (const entry of entries.all) {
      if (!chosen.has(entry)) continue;
      making.turns?.enterKey(entry.key);
      const value = entry.make(making);
      if (value !== undefined) setProperty(out, entry.key, value);
      else if (entry.isRequired) return undefined;
    }
    const spare = entries.optional.filter(({ key }) => !Object.hasOwn(out, key));
    for (const entry of spare) {
      if (Object.keys(out).length >= least) break;
      if (!entry.brings.every((key) => Object.hasOwn(out, key))) continue;
      making.turns?.enterKey(entry.key);
      const value = entry.make(making);
      if (value !== undefined) setProperty(out, entry.key, value);
    }
    return addExtras(making, out) ? out : undefined;
  };
}

type Count = { readonly least: number; readonly most: number };

/**
 * Chooses properties, each together with those that it requires, within the limits for their
 * number.
 */
function choose(making: Making, entries: ObjectEntries, count: Count): ReadonlySet<Entry> {
  const { rng, turns } = making;
  const chosen = new Set<Entry>(entries.required);
  const share = shareOf(making, entries);
  const add = (entry: Entry): void => {
    if (entry.brings.length === 0) {
      if (chosen.size < count.most) chosen.add(entry);
      return;
    }
    const together = [entry, ...entry.brings.flatMap((key) => entries.byKey.get(key) ?? [])];
    const isWhole = together.length === entry.brings.length + 1;
    const union = new Set([...chosen, ...together]);
    if (isWhole && union.size <= count.most) for (const one of together) chosen.add(one);
  };
  const optional = turns === undefined ? shuffled(entries.optional, making) : entries.optional;
  for (const entry of optional) {
    const isChosen =
      turns?.hasKey(entry.key, entry.plan) ?? (share > 0 && rng.next() < share * entry.weight);
    if (isChosen) add(entry);
  }
  const cheapest = isLate(making) ? [...optional].sort((a, b) => a.height - b.height) : optional;
  for (const entry of cheapest) if (chosen.size < count.least) add(entry);
  return chosen;
}
