import { isLate, type Maker, type Making, type ObjectDraft, setProperty } from "./making.ts";
import type { Entry, ObjectEntries } from "./object-entries.ts";

/** If an object has many optional properties, about this many are kept. */
const PLENTY = 12;
/** Number of objects made before code is generated; most shapes never reach it. */
const WARM = 64;
/** Larger objects always use the loop. */
const MOST_WRITTEN_OUT = 200;

/** The probability of optional properties in one object. */
export function shareOf(making: Making, entries: ObjectEntries): number {
  if (isLate(making)) return 0;
  const { optionals } = entries;
  return optionals > PLENTY ? making.optional * (PLENTY / optionals) : making.optional;
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
