import { Ring } from "./ring.ts";
import type { SandboxLog } from "./sandbox-log.ts";
import { type Beginning, emptyState } from "./sandbox-state.ts";
import {
  apply,
  meaningOf,
  type SandboxChange,
  type StateEvent,
  type StateView,
} from "./state-event.ts";

export class Store {
  readonly changes: Changes = new Changes();
  readonly #beginning: Beginning;
  readonly #state;
  readonly #log: SandboxLog | undefined;

  /** `log` stores the changes; undefined if the state is lost when the process ends. */
  constructor(beginning: Beginning, log?: SandboxLog) {
    this.#beginning = beginning;
    this.#state = emptyState(beginning);
    this.#log = log;
  }

  restore(events: readonly StateEvent[]): void {
    for (const event of events) apply(this.#state, event);
  }

  clear(): void {
    Object.assign(this.#state, emptyState(this.#beginning));
  }

  /** A live view of the state: it reflects later events. */
  get state(): StateView {
    return this.#state;
  }

  /** Applies events as one transaction: a later process restores all of them or none. */
  record(...events: readonly StateEvent[]): void {
    for (const event of events) apply(this.#state, event);
    if (events.length > 0) this.#log?.append(events, this.#state);
    for (const event of events) {
      const change = meaningOf(event).change?.(event);
      if (change !== undefined) this.changes.add(change);
    }
  }
}

/** A change with its number in the sandbox, from 1. */
export type NumberedChange = { readonly number: number; readonly change: SandboxChange };

const MAX_CHANGES = 1000;

export class Changes {
  readonly #ring = new Ring<NumberedChange>();
  readonly #listeners = new Set<() => void>();
  /** Number of the newest change; 0 if nothing has changed. */
  last = 0;

  add(change: SandboxChange): void {
    this.#ring.push({ number: ++this.last, change });
    if (this.#ring.length > MAX_CHANGES) this.#ring.shift();
    for (const listener of [...this.#listeners]) listener();
  }

  /** The changes after a number, oldest first; undefined if one was dropped or hasn't happened. */
  after(number: number): readonly NumberedChange[] | undefined {
    const oldest = this.last - this.#ring.length;
    if (number < oldest || number > this.last) return undefined;
    return number === this.last ? [] : this.#ring.toArray().slice(number - oldest);
  }

  /** Notifies a listener of each new change until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
