import type { JsonValue } from "../../json.ts";
import { nameWords } from "../../lexicon/hints.ts";
import { TYPES } from "../../source/json-type.ts";
import { type ObjectDraft, setProperty } from "../making.ts";
import { pairsOf } from "./order-agreement.ts";
import { type Agreement, type Property, together } from "./property.ts";

/** The keys of an item's start and end. */
type Ends = { readonly start: string; readonly end: string };

const WHOLE: RegExp = /^(?:total )?(?:duration|length|runtime)\b/;

/**
 * Puts the parts of a whole, such as chapters with a start and an end, one after the other; the whole is as long as they are.
 */
export function sequenceAgreement(properties: readonly Property[]): Agreement | undefined {
  const lists = properties.filter(({ plan }) => (plan.flat.types & TYPES.array) !== 0);
  const whole = properties.find(({ words }) => WHOLE.test(words.join(" ")));
  return together(lists.map((list) => inSequence(list, whole)));
}

function inSequence(list: Property, whole: Property | undefined): Agreement {
  let ends: Ends | undefined;
  let isKnown = false;
  return (out) => {
    const items = out[list.key];
    if (!Array.isArray(items) || items.length < 2 || !items.every(isObject)) return;
    if (!isKnown) ends = endsOf(items[0] ?? {});
    isKnown = true;
    if (ends === undefined) return;
    const sorted = sequence(items, ends);
    if (sorted === undefined || !list.fits(sorted)) return;
    setProperty(out, list.key, sorted);
    const last = sorted.at(-1)?.[ends.end];
    const length = whole && out[whole.key];
    if (whole === undefined || typeof length !== "number" || typeof last !== "number") return;
    if (last > length && whole.fits(last)) setProperty(out, whole.key, last);
  };
}

function endsOf(item: ObjectDraft): Ends | undefined {
  const numbers = Object.keys(item).filter((key) => typeof item[key] === "number");
  const [pair] = pairsOf(numbers.map((key) => ({ key, words: nameWords(key) })));
  return pair === undefined ? undefined : { start: pair.first.key, end: pair.second.key };
}

function sequence(items: readonly ObjectDraft[], { start, end }: Ends): ObjectDraft[] | undefined {
  const values = items.flatMap((item) => [item[start], item[end]]);
  if (!values.every((value) => typeof value === "number")) return undefined;
  values.sort((a, b) => a - b);
  return items.map((item, i) => ({
    ...item,
    [start]: values[2 * i] ?? 0,
    [end]: values[2 * i + 1] ?? 0,
  }));
}

function isObject(value: JsonValue): value is ObjectDraft {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
