import type { JsonValue } from "../../json.ts";
import { singularOf } from "../../lexicon/lexicon.ts";
import type { ObjectEntries } from "../extra-properties.ts";
import { type Making, type ObjectDraft, setProperty } from "../making.ts";
import type { Agreement, Property } from "./property.ts";

/** A boolean and a property that has a value only if the boolean is `value`. */
type Detail = { readonly flag: Property; readonly detail: Property; readonly value: boolean };

/** Words of a boolean's name that don't say what it is about. */
const AUXILIARY: ReadonlySet<string> = new Set(
  "is has have was were are did does do needs need requires require contains with any been".split(
    " ",
  ),
);
/** Letters that the first words have in common: "escalated" and "escalation". */
const SAME = 5;
/** Booleans that exclude the details of a failure, such as `valid` and `errors`. */
const GOOD: ReadonlySet<string> = new Set(
  "accepted approved compliant ok passed success successful succeeded valid validated".split(" "),
);
const FAILURE: ReadonlySet<string> = new Set(
  "error failure issue problem rejection violation".split(" "),
);
/** How often a detail is drawn again because it was null or empty. */
const TRIES = 6;

/**
 * Makes booleans match what depends on them: `closed_at` is null unless `closed` is true, and
 * `attachments` is empty unless `has_attachment` is.
 */
export function flagAgreement(
  properties: readonly Property[],
  entries: ObjectEntries,
): Agreement | undefined {
  const flags = properties.filter((it) => it.fits(true) && it.fits(false) && !it.fits("x"));
  const details = flags.flatMap((flag) => detailsOf(flag, properties));
  if (details.length === 0) return undefined;
  return (out, making) => {
    for (const { flag, detail, value } of details) {
      const given = out[flag.key];
      const found = out[detail.key];
      if (typeof given !== "boolean" || found === undefined) continue;
      if (given !== value) empty(out, detail);
      else if (isEmpty(found)) fill(out, detail, { entries, making });
    }
  };
}

function detailsOf(flag: Property, properties: readonly Property[]): Detail[] {
  const words = flag.words.filter((word) => !AUXILIARY.has(word));
  const [stem] = words;
  if (stem === undefined) return [];
  const isGood = words.length === 1 && GOOD.has(stem);
  return properties.flatMap((detail): Detail[] => {
    if (detail === flag || detail.fits(true) || !(detail.fits(null) || detail.fits([]))) return [];
    const isFailure = detail.words.some((word) => FAILURE.has(singularOf(word)));
    if (isGood && isFailure) return [{ flag, detail, value: false }];
    const isAbout = isAlike(stem, detail.words[0] ?? "") && !isFailure;
    return isAbout ? [{ flag, detail, value: true }] : [];
  });
}

function isAlike(one: string, other: string): boolean {
  if (singularOf(one) === singularOf(other)) return true;
  return one.length >= SAME && one.slice(0, SAME) === other.slice(0, SAME);
}

function isEmpty(value: JsonValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function empty(out: ObjectDraft, { key, fits }: Property): void {
  for (const nothing of [null, []]) {
    if (!fits(nothing)) continue;
    setProperty(out, key, nothing);
    return;
  }
}

type Filling = { readonly entries: ObjectEntries; readonly making: Making };

function fill(out: ObjectDraft, { key }: Property, { entries, making }: Filling): void {
  const make = entries.byKey.get(key)?.make;
  for (let tries = 0; tries < TRIES; tries++) {
    const value = make?.(making);
    if (value === undefined || isEmpty(value)) continue;
    setProperty(out, key, value);
    return;
  }
}
