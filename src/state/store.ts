import type { Scenario } from "../core/scenario.ts";
import { apply } from "./apply.ts";
import { Changes, changeOf } from "./changes.ts";
import { emptyState, type StateView } from "./sandbox-state.ts";
import type { SandboxLog } from "./saved/sandbox-log.ts";
import type { StateEvent } from "./state-event.ts";

/** The events of a transaction, and the result for its caller. */
export type Decision<Result> = {
  readonly events: readonly StateEvent[];
  readonly result: Result;
};

/** Decides on changes. It must be pure, synchronous, and repeatable, and rejects a change by throwing. */
export type Decide<Result> = (state: StateView) => Decision<Result>;

/** Where a state continues, and where its changes are stored. */
export type StoreOptions = {
  /** What happened before, in order. */
  readonly past?: Iterable<StateEvent> | undefined;
  /** Undefined if the state ends with the process. */
  readonly log?: SandboxLog | undefined;
};

/** Holds a sandbox's state in memory. */
export class Store {
  /** What has changed, for those who watch. */
  readonly changes: Changes = new Changes();
  readonly #state;
  readonly #log: SandboxLog | undefined;

  constructor(scenario: Scenario, { past = [], log }: StoreOptions = {}) {
    this.#state = emptyState(scenario);
    this.#log = log;
    for (const event of past) apply(this.#state, event);
  }

  /** A live view of the state: it reflects later transactions. */
  get state(): StateView {
    return this.#state;
  }

  /** Changes the state atomically, and returns the decision's result. */
  transact<Result>(decide: Decide<Result>): Result {
    const { events, result } = decide(this.#state);
    for (const event of events) apply(this.#state, event);
    if (events.length > 0) this.#log?.append(events, this.#state);
    for (const event of events) {
      const change = changeOf(event);
      if (change !== undefined) this.changes.add(change);
    }
    return result;
  }
}
