import type { Scenario } from "../core/scenario.ts";
import { apply } from "./apply.ts";
import { emptyState, type StateView } from "./sandbox-state.ts";
import type { StateEvent } from "./state-event.ts";

/** What a transaction changes, and what it tells its caller. */
export type Decision<Result> = {
  readonly events: readonly StateEvent[];
  readonly result: Result;
};

/** Decides on changes. It is pure, synchronous, and repeatable, and refuses a change by throwing. */
export type Decide<Result> = (state: StateView) => Decision<Result>;

/** The memory of a sandbox. */
export class Store {
  readonly #state;

  constructor(scenario: Scenario) {
    this.#state = emptyState(scenario);
  }

  /** The state as it is now, and as it will be: later transactions change what this shows. */
  get state(): StateView {
    return this.#state;
  }

  /** Changes the state in one step that nothing can interrupt, and returns the decision's result. */
  transact<Result>(decide: Decide<Result>): Result {
    const { events, result } = decide(this.#state);
    for (const event of events) apply(this.#state, event);
    return result;
  }
}
