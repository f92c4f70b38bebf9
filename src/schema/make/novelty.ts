import { identityOf, type JsonValue } from "../../core/json.ts";
import type { Plan } from "../plan/plan.ts";
import type { MakerBook } from "./maker-book.ts";
import type { Making } from "./making.ts";
import { shuffled } from "./shuffled.ts";

/** Makes unique items for one array. */
export type Novelty = {
  /** An item that differs from all previous ones; undefined if none was found. */
  next(plan: Plan): JsonValue | undefined;
};

const TRIES = 16;
/** Number of likely values still tried for each item once they are scarce. */
const FEW_TRIES = 2;

/**
 * The state of one plan's values: whether likely ones are scarce, and what is left once random
 * draws are too.
 */
type Supply = { isScarce: boolean; rest: JsonValue[] | undefined };

/** Tries likely values first, then those that are not about the subject, then unlikely ones, then those that remain of a small set. */
export function novelty(book: MakerBook, name: string, making: Making): Novelty {
  const seen = new Set<ReturnType<typeof identityOf>>();
  const supplies = new Map<Plan, Supply>();
  const isNew = (value: JsonValue): boolean => seen.size < seen.add(identityOf(value)).size;
  const drawn = (
    from: MakerBook,
    plan: Plan,
    { tries, state = making }: { readonly tries: number; readonly state?: Making },
  ): JsonValue | undefined => {
    const make = from.makerOf(plan, name);
    for (let i = 0; i < tries; i++) {
      const value = make(state);
      if (value !== undefined && isNew(value)) return value;
    }
    return undefined;
  };
  // A subject with few words has no more, but the lists do.
  const withoutSubject = (): Making => ({ ...making, subject: undefined });
  const left = (plan: Plan, supply: Supply): JsonValue | undefined => {
    supply.rest ??= shuffled(book.finiteValuesOf(plan) ?? [], making);
    for (let value = supply.rest.pop(); value !== undefined; value = supply.rest.pop()) {
      if (isNew(value)) return value;
    }
    return undefined;
  };
  return {
    next: (plan) => {
      const supply = supplies.get(plan) ?? { isScarce: false, rest: undefined };
      supplies.set(plan, supply);
      if (supply.rest !== undefined && supply.rest.length > 0) return left(plan, supply);
      const tries = supply.isScarce ? FEW_TRIES : TRIES;
      const likely = drawn(book, plan, { tries });
      if (likely !== undefined) return likely;
      supply.isScarce = true;
      return (
        drawn(book, plan, { tries: TRIES, state: withoutSubject() }) ??
        drawn(book.wide(), plan, { tries: TRIES }) ??
        left(plan, supply)
      );
    },
  };
}
