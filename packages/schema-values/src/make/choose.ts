import type { JsonValue } from "../json.ts";
import type { Draws, Hints, Lexicon, Subject } from "../lexicon/lexicon.ts";
import { isIfStated, UNSTATED_SHARE } from "./if-stated.ts";

/** Each value that the subject doesn't favor keeps at least this share of the rows. */
const LEAST_SHARE = 0.05;
/** Maximum share of the rows for everything that the subject suggests but doesn't state. */
const MOST_SHARE = 0.8;

/** A chooser of one of several values, more often one that the row's subject favors. */
export function chooserOf<Value extends JsonValue>(
  lexicon: Lexicon,
  values: readonly Value[],
  hints: Hints,
): (draws: Draws) => Value {
  const favoredBy = values.length < 2 ? undefined : lexicon.choice?.(values, hints);
  const nothing = isIfStated(hints) ? values.find((value) => value === null) : undefined;
  if (favoredBy === undefined && nothing === undefined) return ({ rng }) => rng.pick(values);
  return ({ rng, subject }) => {
    const { indexes, isStated = false } = (subject && favoredBy?.(subject)) ?? { indexes: [] };
    const others = values.length - indexes.length;
    const mayBeNothing = nothing !== undefined && subject !== undefined && indexes.length === 0;
    if (mayBeNothing && rng.next() < UNSTATED_SHARE) return nothing;
    if (subject === undefined || indexes.length === 0 || others === 0) return rng.pick(values);
    const even = indexes.length / values.length;
    const share = shareOf(Math.max(even, 1 - LEAST_SHARE * others), even, subject);
    if (isStated || rng.next() < share) return values[rng.pick(indexes)] as Value;
    return rng.pick(values.filter((_, index) => !indexes.includes(index)));
  };
}

/** Whether a row takes what its subject suggests but doesn't state. */
export function isSuggested({ rng, subject }: Draws): boolean {
  return subject !== undefined && rng.next() < shareOf(MOST_SHARE, 0, subject);
}

/** The share of what a subject suggests, between an even one and the maximum; higher temperatures flatten it. */
function shareOf(share: number, even: number, { heat }: Subject): number {
  return even + (Math.min(share, MOST_SHARE) - even) * Math.max(0, 2 - Math.max(1, heat));
}
