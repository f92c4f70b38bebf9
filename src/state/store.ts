import type { Scenario } from "../core/scenario.ts";
import { apply } from "./apply.ts";
import { Changes, changeOf } from "./changes.ts";
import type { SandboxLog } from "./sandbox-log.ts";
import { emptyState, type StateView } from "./sandbox-state.ts";
import type { StateEvent } from "./state-event.ts";

export type Decision<Result> = {
  readonly events: readonly StateEvent[];
  readonly result: Result;
};

/** Decides on changes. It must be pure, synchronous, and repeatable, and rejects a change by throwing. */
export type Decide<Result> = (state: StateView) => Decision<Result>;

export class Store {
  readonly changes: Changes = new Changes();
  readonly #scenario: Scenario;
  readonly #state;
  readonly #log: SandboxLog | undefined;

  /** `log` is where changes are stored; undefined if the state ends with the process. */
  constructor(scenario: Scenario, log?: SandboxLog) {
    this.#scenario = scenario;
    this.#state = emptyState(scenario);
    this.#log = log;
  }

  /** Applies what happened in an earlier process, in order. */
  restore(events: readonly StateEvent[]): void {
    for (const event of events) apply(this.#state, event);
  }

  clear(): void {
    Object.assign(this.#state, emptyState(this.#scenario));
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
