import type { JsonValue } from "../json.ts";
import type { Plan } from "../plan/plan.ts";
import type { Rng } from "../rng.ts";
import { hintsOf } from "./hints-of.ts";
import type { MakerBook } from "./maker-book.ts";
import type { Maker } from "./making.ts";

type Choosing = { readonly values: readonly JsonValue[]; readonly name: string };

/** Every other value keeps at least this share of the rows. */
const LEAST_SHARE = 0.05;
/** No value that the subject doesn't state gets more of the rows. */
const MOST_SHARE = 0.8;

/** A maker that takes one of several values, more often one that the row's subject favors. */
export function choiceMaker(book: MakerBook, plan: Plan, { values, name }: Choosing): Maker {
  const favoredBy = book.isWide ? undefined : book.lexicon.choice?.(values, hintsOf(plan, name));
  if (favoredBy === undefined || values.length < 2) return ({ rng }) => rng.pick(values);
  return ({ rng, subject }) => {
    if (subject === undefined) return rng.pick(values);
    const favored = favoredBy(subject);
    if (favored === undefined || favored.indexes.length === 0) return rng.pick(values);
    const { indexes, isStated = false } = favored;
    const even = indexes.length / values.length;
    const others = values.length - indexes.length;
    const share = Math.min(MOST_SHARE, Math.max(even, 1 - LEAST_SHARE * others));
    const isFavored = isStated || rng.next() < flattened(share, even, subject.heat);
    return values[isFavored ? rng.pick(indexes) : otherThan(indexes, values.length, rng)] ?? null;
  };
}

/** An index that is not among those of a list; there must be one. */
function otherThan(indexes: readonly number[], count: number, rng: Rng): number {
  let index = rng.below(count);
  while (indexes.includes(index) && indexes.length < count) index = (index + 1) % count;
  return index;
}

/** A share that is higher than an even one, reduced by a higher temperature. */
function flattened(share: number, even: number, heat: number): number {
  return even + (share - even) * Math.min(1, Math.max(0, 2 - heat));
}
