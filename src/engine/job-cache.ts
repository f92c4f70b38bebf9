import type { Sandbox } from "../state/sandbox.ts";

/** Caches values derived from a job's submission and inputs, for the most recently used jobs of each sandbox. */
export class JobCache<Value> {
  readonly #maxJobs: number;
  /** One cache per sandbox, garbage-collected with it. Least recently used jobs first. */
  readonly #bySandbox = new WeakMap<Sandbox, Map<string, Value>>();

  /** `maxJobs` is the number of jobs per sandbox whose values are kept. */
  constructor(maxJobs: number) {
    this.#maxJobs = maxJobs;
  }

  /** The value for a job; computed if it is not cached. */
  of(sandbox: Sandbox, jobId: string, make: () => Value): Value {
    const values = this.#bySandbox.get(sandbox) ?? new Map<string, Value>();
    this.#bySandbox.set(sandbox, values);
    const value = values.get(jobId) ?? make();
    values.delete(jobId);
    values.set(jobId, value);
    const [oldest] = values.keys();
    if (values.size > this.#maxJobs && oldest !== undefined) values.delete(oldest);
    return value;
  }
}
