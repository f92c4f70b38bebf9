import type { Scenario } from "../core/scenario.ts";
import { apply } from "./apply.ts";
import { Changes, changeOf } from "./changes.ts";
import { emptyState, type StateView } from "./sandbox-state.ts";
import type { StateEvent } from "./state-event.ts";

/** The events of a transaction, and the result for its caller. */
export type Decision<Result> = {
  readonly events: readonly StateEvent[];
  readonly result: Result;
};

/** Decides on changes. It must be pure, synchronous, and repeatable, and rejects a change by throwing. */
export type Decide<Result> = (state: StateView) => Decision<Result>;

/** Holds a sandbox's state. */
export class Store {
  /** What has changed, for those who watch. */
  readonly changes: Changes = new Changes();
  readonly #state;

  constructor(scenario: Scenario) {
    this.#state = emptyState(scenario);
  }

  /** A live view of the state: it reflects later transactions. */
  get state(): StateView {
    return this.#state;
  }

  /** Changes the state atomically, and returns the decision's result. */
  transact<Result>(decide: Decide<Result>): Result {
    const { events, result } = decide(this.#state);
    for (const event of events) apply(this.#state, event);
    for (const event of events) {
      const change = changeOf(event);
      if (change !== undefined) this.changes.add(change);
    }
    return result;
  }
}
