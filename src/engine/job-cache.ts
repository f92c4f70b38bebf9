import { oncePer } from "../core/once-per.ts";
import type { Sandbox } from "../state/sandbox.ts";

export class RecentValues<Value> {
  readonly #max: number;
  /** Least recently used first. */
  readonly #values = new Map<string, Value>();

  constructor(max: number) {
    this.#max = max;
  }

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

/** A cache of values derived from each sandbox's `maxJobs` most recently used jobs. */
export function jobCache<Value>(maxJobs: number) {
  // The values are garbage-collected with their sandbox.
  const valuesOf = oncePer((_: Sandbox) => new RecentValues<Value>(maxJobs));
  return (sandbox: Sandbox, jobId: string, make: () => Value): Value =>
    valuesOf(sandbox).of(jobId, make);
}
