import type { Sandbox } from "../state/sandbox.ts";

/** The values of the most recently used keys. */
export class RecentValues<Value> {
  readonly #max: number;
  /** Least recently used first. */
  readonly #values = new Map<string, Value>();

  constructor(max: number) {
    this.#max = max;
  }

  /** The value for a key; computed if it is not kept. */
  of(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#max && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}

/** Values derived from a job's submission and inputs, for the most recently used jobs of each sandbox. */
export class JobCache<Value> {
  readonly #maxJobs: number;
  /** Garbage-collected with their sandbox. */
  readonly #bySandbox = new WeakMap<Sandbox, RecentValues<Value>>();

  /** `maxJobs` is the number of jobs per sandbox whose values are kept. */
  constructor(maxJobs: number) {
    this.#maxJobs = maxJobs;
  }

  of(sandbox: Sandbox, jobId: string, make: () => Value): Value {
    const values = this.#bySandbox.get(sandbox) ?? new RecentValues<Value>(this.#maxJobs);
    this.#bySandbox.set(sandbox, values);
    return values.of(jobId, make);
  }
}
