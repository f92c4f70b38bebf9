import type { Trace } from "../core/trace.ts";
import { Ring } from "./ring.ts";

/** Maximum number of exchanges in the contract report. A trace takes about 400 bytes. */
export const MAX_TRACES = 100_000;

/**
 * The traces of a sandbox's exchanges, for the contract report. They have no headers or bodies, so far more of them are kept
 * than exchanges in the journal.
 */
export class Traces {
  readonly #max: number;
  readonly #traces = new Ring<Trace>();
  #dropped = 0;

  constructor(max: number = MAX_TRACES) {
    this.#max = max;
  }

  /** Adds a trace, and drops the oldest one if there are too many. */
  add(trace: Trace): void {
    this.#traces.push(trace);
    if (this.#traces.length <= this.#max) return;
    this.#traces.shift();
    this.#dropped++;
  }

  /** Oldest first. */
  all(): readonly Trace[] {
    return this.#traces.toArray();
  }

  /** Number of dropped traces, always the oldest ones. */
  get dropped(): number {
    return this.#dropped;
  }
}
