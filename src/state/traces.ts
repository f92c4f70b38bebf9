import type { Trace } from "../core/trace.ts";

/** Exchanges that the contract report can look back on. A trace takes about 400 bytes. */
export const MAX_TRACES = 100_000;

/** What the contract report needs of a sandbox's exchanges: far more of them than the journal keeps, without headers and bodies. */
export class Traces {
  readonly #max: number;
  #traces: Trace[] = [];
  #start = 0;
  #dropped = 0;

  constructor(max: number = MAX_TRACES) {
    this.#max = max;
  }

  add(trace: Trace): void {
    this.#traces.push(trace);
    if (this.#traces.length - this.#start <= this.#max) return;
    this.#start++;
    this.#dropped++;
    if (this.#start * 2 < this.#traces.length) return;
    this.#traces = this.#traces.slice(this.#start);
    this.#start = 0;
  }

  /** Oldest first. */
  all(): readonly Trace[] {
    return this.#traces.slice(this.#start);
  }

  /** How many of the oldest are gone. */
  get dropped(): number {
    return this.#dropped;
  }
}
