import { canonicalJson, type JsonValue } from "../../core/json.ts";
import type { Plan } from "../plan/plan.ts";
import type { MakerBook } from "./maker-book.ts";
import type { Making } from "./making.ts";
import { shuffled } from "./shuffled.ts";

/** Makes items of one array that all differ. */
export type Novelty = {
  /** An item unlike those before; undefined where none was found. */
  next(plan: Plan): JsonValue | undefined;
};

const TRIES = 16;
/** Where likely values have run out, so many of them are still tried for each item. */
const FEW_TRIES = 2;

/** What is known of one plan's values: whether likely ones, or any drawn ones, have run out. */
type Supply = { isScarce: boolean; rest: JsonValue[] | undefined };

/** Likely values first, then unlikely ones, then whatever is left of the few that there are. */
export function novelty(book: MakerBook, name: string, making: Making): Novelty {
  const seen = new Set<string>();
  const supplies = new Map<Plan, Supply>();
  const isNew = (value: JsonValue): boolean => seen.size < seen.add(canonicalJson(value)).size;
  const drawn = (from: MakerBook, plan: Plan, tries: number): JsonValue | undefined => {
    const make = from.makerOf(plan, name);
    for (let i = 0; i < tries; i++) {
      const value = make(making);
      if (value !== undefined && isNew(value)) return value;
    }
    return undefined;
  };
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
      const likely = drawn(book, plan, supply.isScarce ? FEW_TRIES : TRIES);
      if (likely !== undefined) return likely;
      supply.isScarce = true;
      return drawn(book.wide(), plan, TRIES) ?? left(plan, supply);
    },
  };
}
