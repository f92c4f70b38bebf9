import type { JsonValue } from "../../json.ts";
import { type ObjectDraft, setProperty } from "../set-property.ts";
import { ORDERED_WORDS } from "./ordered-names.ts";
import type { Agreement, Property } from "./property.ts";

type Pair = { readonly first: Property; readonly second: Property; readonly isOfTimes: boolean };

/** A chain with more steps may need more passes than this to sort. */
const PASSES = 3;

/**
 * Puts start and end values in order: values in the wrong order are swapped if their schemas allow
 * it.
 */
export function orderAgreement(properties: readonly Property[]): Agreement | undefined {
  const pairs = pairsOf(properties);
  if (pairs.length === 0) return undefined;
  return (out) => {
    for (let pass = 0; pass < PASSES; pass++) {
      const swaps = pairs.map((pair) => swapped(out, pair));
      if (!swaps.includes(true)) return;
    }
  };
}

function pairsOf(properties: readonly Property[]): Pair[] {
  const byName = new Map(properties.map((property) => [property.words.join(" "), property]));
  return properties.flatMap((first) =>
    ORDERED_WORDS.flatMap(({ before, after, isOfTimes }) => {
      const second = byName.get(replaced(first.words, before, after) ?? "");
      return second === undefined ? [] : [{ first, second, isOfTimes }];
    }),
  );
}

/** The words with one run of them replaced by another. */
function replaced(
  words: readonly string[],
  run: readonly string[],
  other: readonly string[],
): string | undefined {
  const at = words.findIndex((_, i) => run.every((word, j) => words[i + j] === word));
  if (at < 0) return undefined;
  return [...words.slice(0, at), ...other, ...words.slice(at + run.length)].join(" ");
}

function swapped(out: ObjectDraft, { first, second, isOfTimes }: Pair): boolean {
  const [one, other] = [out[first.key], out[second.key]];
  if (one === undefined || other === undefined || !isAfter(one, other, isOfTimes)) return false;
  if (!first.fits(other) || !second.fits(one)) return false;
  setProperty(out, first.key, other);
  setProperty(out, second.key, one);
  return true;
}

/** Dates and times that sort correctly as strings. */
const MOMENT: RegExp = /^(?:\d{4}-\d\d|\d\d:\d\d)/;
/** Timestamps in seconds for these years are at least this large. */
const LEAST_TIMESTAMP = 1_000_000_000;

function isAfter(one: JsonValue, other: JsonValue, isOfTimes: boolean): boolean {
  if (typeof one === "string" && typeof other === "string")
    return one > other && MOMENT.test(one) && MOMENT.test(other);
  if (typeof one !== "number" || typeof other !== "number") return false;
  return one > other && (!isOfTimes || other >= LEAST_TIMESTAMP);
}
