import type { StateView } from "./sandbox-state.ts";

const NOTHING_TO_READ: Promise<void> = Promise.resolve();

/** The readings of inputs that are in progress: a fetch can take longer than the response to the submission. */
export class InputReadings {
  readonly #state: StateView;
  readonly #byJob = new Map<string, Promise<void>>();

  constructor(state: StateView) {
    this.#state = state;
  }

  /** Makes every view of a job wait for a reading, which must never reject, and must have become a fact when it settles. */
  add(jobId: string, reading: Promise<void>): void {
    this.#byJob.set(jobId, reading);
    void reading.then(() => this.#byJob.delete(jobId));
  }

  /**
   * Resolves when everything that a view of the job needs is a fact: what reading its inputs gave and, if job slots are limited,
   * what reading those of the other jobs gave, because they decide when a job leaves the queue.
   */
  of(jobId: string): Promise<void> {
    if (this.#byJob.size === 0) return NOTHING_TO_READ;
    return this.#state.hasLimitedSlots ? this.all() : (this.#byJob.get(jobId) ?? NOTHING_TO_READ);
  }

  /** Resolves when all readings that are now in progress have become facts. */
  async all(): Promise<void> {
    await Promise.all(this.#byJob.values());
  }
}
