import { nextChangeAt } from "../core/job/change.ts";
import { usesInputsFrom } from "../core/job/timeline.ts";
import type { Instant } from "../core/time.ts";
import type { StateView } from "./sandbox-state.ts";
import type { Timelines } from "./timelines.ts";

/**
 * Tracks inputs that are being read: a fetch can outlast the response to the submission. A view waits for it only if the outcome
 * could change the view: what is sent must not depend on when the fetch ends.
 */
export class InputReadings {
  readonly #state: StateView;
  readonly #timelines: Timelines;
  readonly #byJob = new Map<string, Promise<void>>();

  constructor(state: StateView, timelines: Timelines) {
    this.#state = state;
    this.#timelines = timelines;
  }

  /** Makes views of a job wait for a reading. It must never reject, and its outcome must be stored as a fact when it settles. */
  add(jobId: string, reading: Promise<void>): void {
    this.#byJob.set(jobId, reading);
    void reading.then(() => this.#byJob.delete(jobId));
  }

  /**
   * Resolves when no outcome can change what a job is at an instant: that of reading its own inputs and, if job slots are limited,
   * those of the other jobs, because they determine when a job leaves the queue. Infinity stands for every later instant.
   */
  async of(jobId: string, at: Instant): Promise<void> {
    if (this.#state.hasLimitedSlots) await this.all(at);
    else if (this.#isUsedBy(jobId, at)) await this.#byJob.get(jobId);
  }

  /** Resolves when no outcome can change what a job is at an instant, nor when it changes next. */
  async untilNextChange(jobId: string, now: Instant): Promise<void> {
    if (this.#byJob.size === 0) return;
    const next = nextChangeAt(this.#timelines.of(jobId), now) ?? Number.POSITIVE_INFINITY;
    // A change at the very instant at which an outcome takes effect is the same for every outcome.
    await this.of(jobId, next - 1);
  }

  /** Resolves when no outcome can change what any job is at an instant, nor when it changes next. */
  async allUntilNextChange(now: Instant): Promise<void> {
    const { hasLimitedSlots, jobs } = this.#state;
    const jobIds = hasLimitedSlots ? jobs : this.#byJob;
    for (const jobId of [...jobIds.keys()]) await this.untilNextChange(jobId, now);
  }

  /** Resolves when no outcome can change what any job is at an instant. */
  async all(at: Instant): Promise<void> {
    const jobIds = [...this.#byJob.keys()];
    if (jobIds.some((jobId) => this.#isUsedBy(jobId, at))) await Promise.all(this.#byJob.values());
  }

  #isUsedBy(jobId: string, at: Instant): boolean {
    if (!this.#byJob.has(jobId)) return false;
    const from = usesInputsFrom(this.#timelines.of(jobId));
    return from <= at && from !== Number.POSITIVE_INFINITY;
  }
}
