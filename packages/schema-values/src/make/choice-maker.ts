import type { JsonValue } from "../json.ts";
import type { Hints } from "../lexicon/hints.ts";
import type { Draws, Lexicon, Subject } from "../lexicon/lexicon.ts";
import type { Rng } from "../rng.ts";

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
  if (favoredBy === undefined) return ({ rng }) => rng.pick(values);
  return ({ rng, subject }) => {
    const favored = subject && favoredBy(subject);
    if (favored === undefined || favored.indexes.length === 0) return rng.pick(values);
    const { indexes, isStated = false } = favored;
    const even = indexes.length / values.length;
    const most = 1 - LEAST_SHARE * (values.length - indexes.length);
    const isFavored = isStated || rng.next() < shareOf(Math.max(even, most), even, subject);
    const index = isFavored ? rng.pick(indexes) : otherThan(indexes, values.length, rng);
    return values[index] ?? rng.pick(values);
  };
}

/** Whether a row takes what its subject suggests but doesn't state. */
export function isSuggested({ rng, subject }: Draws): boolean {
  return rng.next() < shareOf(MOST_SHARE, 0, subject);
}

/** The share of what a subject suggests, between an even one and the maximum; higher temperatures flatten it. */
function shareOf(share: number, even: number, subject: Subject | undefined): number {
  const heat = Math.max(1, subject?.heat ?? 1);
  return even + (Math.min(share, MOST_SHARE) - even) * Math.max(0, 2 - heat);
}

/** An index that is not among those of a list; there must be one. */
function otherThan(indexes: readonly number[], count: number, rng: Rng): number {
  let index = rng.below(count);
  while (indexes.includes(index) && indexes.length < count) index = (index + 1) % count;
  return index;
}
