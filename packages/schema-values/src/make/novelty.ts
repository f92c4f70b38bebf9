import { identityOf, type JsonValue } from "../json.ts";
import type { Plan } from "../plan/plan.ts";
import { type Maker, type MakeTools, type Making, shuffled } from "./making.ts";

const TRIES = 16;
/** Number of likely values still tried for each item once they are scarce. */
const FEW_TRIES = 2;

/**
 * The state of one plan's values: whether likely ones are scarce, and what is left once random
 * draws are too.
 */
type Supply = { readonly plan: Plan; isScarce: boolean; rest: JsonValue[] | undefined };

/**
 * Makes unique items for one array. Tries likely values first, then those that are not about the subject, then those that
 * remain of a small set.
 */
export class Novelty {
  readonly #tools: MakeTools;
  readonly #making: Making;
  readonly #seen = new Set<ReturnType<typeof identityOf>>();
  readonly #supplies = new Map<Plan, Supply>();

  constructor(tools: MakeTools, making: Making) {
    this.#tools = tools;
    this.#making = making;
  }

  /** An item that differs from all previous ones; undefined if none was found. `make` makes likely ones. */
  next(plan: Plan, make: Maker): JsonValue | undefined {
    const supply = this.#supplies.get(plan) ?? { plan, isScarce: false, rest: undefined };
    this.#supplies.set(plan, supply);
    if (supply.rest !== undefined && supply.rest.length > 0) return this.#left(supply);
    const likely = this.#drawn(make, this.#making, supply.isScarce ? FEW_TRIES : TRIES);
    if (likely !== undefined) return likely;
    supply.isScarce = true;
    // A subject with few words has no more, but the lists do.
    const withoutSubject = { ...this.#making, subject: undefined };
    return this.#drawn(make, withoutSubject, TRIES) ?? this.#left(supply);
  }

  #drawn(make: Maker, making: Making, tries: number): JsonValue | undefined {
    for (let i = 0; i < tries; i++) {
      const value = make(making);
      if (value !== undefined && this.#isNew(value)) return value;
    }
    return undefined;
  }

  #left(supply: Supply): JsonValue | undefined {
    supply.rest ??= shuffled(this.#tools.finiteValuesOf(supply.plan) ?? [], this.#making);
    for (let value = supply.rest.pop(); value !== undefined; value = supply.rest.pop()) {
      if (this.#isNew(value)) return value;
    }
    return undefined;
  }

  #isNew(value: JsonValue): boolean {
    return this.#seen.size < this.#seen.add(identityOf(value)).size;
  }
}
