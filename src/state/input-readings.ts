import type { StateView } from "./sandbox-state.ts";

const NOTHING_TO_READ: Promise<void> = Promise.resolve();

/** Tracks inputs that are being read: a fetch can outlast the response to the submission. */
export class InputReadings {
  readonly #state: StateView;
  readonly #byJob = new Map<string, Promise<void>>();

  constructor(state: StateView) {
    this.#state = state;
  }

  /** Makes every view of a job wait for a reading. It must never reject, and its outcome must be stored as a fact when it settles. */
  add(jobId: string, reading: Promise<void>): void {
    this.#byJob.set(jobId, reading);
    void reading.then(() => this.#byJob.delete(jobId));
  }

  /**
   * Resolves when every outcome that a view of the job needs is a fact: that of reading its own inputs and, if job slots are
   * limited, that of reading the other jobs' inputs, because they determine when a job leaves the queue.
   */
  of(jobId: string): Promise<void> {
    if (this.#byJob.size === 0) return NOTHING_TO_READ;
    return this.#state.hasLimitedSlots ? this.all() : (this.#byJob.get(jobId) ?? NOTHING_TO_READ);
  }

  /** Resolves when the outcomes of all readings now in progress are facts. */
  async all(): Promise<void> {
    await Promise.all(this.#byJob.values());
  }
}
