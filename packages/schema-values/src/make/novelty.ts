import { identityOf, type JsonValue } from "../json.ts";
import type { Plan } from "../plan/plan.ts";
import { type Maker, type MakeTools, type Making, shuffled } from "./making.ts";

const TRIES = 16;
/** Number of likely values still tried for each item once they are scarce. */
const FEW_TRIES = 2;
/** Looking through so few values takes less time than creating a set. */
const FEW_VALUES = 8;

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
  readonly #few: Identity[] = [];
  #many: Set<Identity> | undefined;
  #supply: Supply | undefined;
  /** Those of the plans before the last one. */
  #supplies: Map<Plan, Supply> | undefined;

  constructor(tools: MakeTools, making: Making) {
    this.#tools = tools;
    this.#making = making;
  }

  /** An item that differs from all previous ones; undefined if none was found. `make` makes likely ones. */
  next(plan: Plan, make: Maker): JsonValue | undefined {
    const supply = this.#supplyOf(plan);
    if (supply.rest !== undefined && supply.rest.length > 0) return this.#left(supply);
    const likely = this.#drawn(make, this.#making, supply.isScarce ? FEW_TRIES : TRIES);
    if (likely !== undefined) return likely;
    supply.isScarce = true;
    // A subject with few words has no more, but the lists do.
    const withoutSubject = { ...this.#making, subject: undefined };
    return this.#drawn(make, withoutSubject, TRIES) ?? this.#left(supply);
  }

  /** Most arrays have one plan for all items. */
  #supplyOf(plan: Plan): Supply {
    const last = this.#supply;
    if (last?.plan === plan) return last;
    if (last !== undefined) {
      this.#supplies ??= new Map();
      this.#supplies.set(last.plan, last);
    }
    const supply = this.#supplies?.get(plan) ?? { plan, isScarce: false, rest: undefined };
    this.#supply = supply;
    return supply;
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
    const identity = identityOf(value);
    if (this.#many !== undefined) return this.#many.size < this.#many.add(identity).size;
    if (this.#few.includes(identity)) return false;
    this.#few.push(identity);
    if (this.#few.length > FEW_VALUES) this.#many = new Set(this.#few);
    return true;
  }
}

type Identity = ReturnType<typeof identityOf>;
