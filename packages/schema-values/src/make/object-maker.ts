import type { Way } from "../plan/plan.ts";
import { agreeing } from "./agree/agreement.ts";
import { extraMaker } from "./extra-properties.ts";
import {
  isLate,
  type Maker,
  type MakeTools,
  type Making,
  type ObjectDraft,
  setProperty,
  shuffled,
} from "./making.ts";
import { type Entry, entriesOf, type ObjectEntries } from "./object-entries.ts";
import { shareOf, straightMaker } from "./straight-object.ts";

type ObjectWay = Extract<Way, { kind: "object" }>;

/** What an object describes, and the name of the values that it maps keys to. */
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
  const make = isSimple ? straightMaker(entries) : generalMaker(tools, way, { entries, item });
  return deeper(agreeing(tools, { make, way, entries, owner }));
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
  return (making) => {
    const out: ObjectDraft = {};
    making.made += entries.required.length;
    for (const entry of inOrder(choose(making, entries, { least, most }))) {
      const value = entry.make(making);
      if (value !== undefined) setProperty(out, entry.key, value);
      else if (entry.isRequired) return undefined;
    }
    const spare = entries.all.filter(
      (entry) => !entry.isRequired && !Object.hasOwn(out, entry.key),
    );
    for (const entry of spare) {
      if (Object.keys(out).length >= least) break;
      if (!entry.brings.every((key) => Object.hasOwn(out, key))) continue;
      const value = entry.make(making);
      if (value !== undefined) setProperty(out, entry.key, value);
    }
    return addExtras(making, out) ? out : undefined;
  };
}

function inOrder(chosen: ReadonlySet<Entry>): Entry[] {
  return [...chosen].sort((a, b) => a.index - b.index);
}

type Count = { readonly least: number; readonly most: number };

/**
 * Chooses properties, each together with those that it requires, within the limits for their
 * number.
 */
function choose(making: Making, entries: ObjectEntries, count: Count): ReadonlySet<Entry> {
  const { rng } = making;
  const chosen = new Set<Entry>(entries.required);
  const share = shareOf(making, entries);
  const add = (entry: Entry): void => {
    const together = [entry, ...entry.brings.flatMap((key) => entries.byKey.get(key) ?? [])];
    const isWhole = together.length === entry.brings.length + 1;
    const union = new Set([...chosen, ...together]);
    if (isWhole && union.size <= count.most) for (const one of together) chosen.add(one);
  };
  const optional = shuffled(
    entries.all.filter((entry) => !entry.isRequired),
    making,
  );
  for (const entry of optional) if (share > 0 && rng.next() < share * entry.weight) add(entry);
  const cheapest = isLate(making) ? [...optional].sort((a, b) => a.height - b.height) : optional;
  for (const entry of cheapest) if (chosen.size < count.least) add(entry);
  return chosen;
}
