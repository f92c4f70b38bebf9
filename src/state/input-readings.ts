import { usesInputsFrom } from "../core/job/timeline.ts";
import { nextChangeAt } from "../core/job/view.ts";
import type { Instant } from "../core/time.ts";
import type { StateView } from "./state-event.ts";
import type { Timelines } from "./timelines.ts";

type Reading = {
  /**
   * Reads a job's inputs, and stores the outcome as a fact. Rejects if the inputs can't be read or
   * the outcome can't be stored at the moment.
   */
  readonly read: () => Promise<void>;
  /** The latest attempt; undefined after it has failed. */
  attempt: Promise<void> | undefined;
};

/**
 * Tracks inputs that are being read, because a fetch can take longer than the response to the
 * submission. A view waits for the fetch if its outcome could change the view: responses must not
 * depend on when the fetch ends. If this machine's disk or a bug causes a failure, the views that
 * need the inputs fail, but the job doesn't.
 */
export class InputReadings {
  readonly #state: StateView;
  readonly #timelines: Timelines;
  readonly #byJob = new Map<string, Reading>();

  constructor(state: StateView, timelines: Timelines) {
    this.#state = state;
    this.#timelines = timelines;
  }

  get isBusy(): boolean {
    return this.#byJob.size > 0;
  }

  /** Starts reading a job's inputs. Views wait for them; after a failure, the next view retries. */
  add(jobId: string, read: Reading["read"]): void {
    this.#byJob.set(jobId, { read, attempt: undefined });
    // The views that need the inputs report the failure.
    this.#outcomeOf(jobId).catch(() => {});
  }

  /**
   * Resolves once no unread inputs can change a job's state at an instant; undefined if there is
   * nothing to wait for. Waits for the job's own inputs or, if job slots are limited, for all jobs'
   * inputs, because they determine when a job leaves the queue. Infinity stands for every instant.
   */
  of(jobId: string, at: Instant): Promise<void> | undefined {
    if (this.#byJob.size === 0) return undefined;
    if (this.#state.hasLimitedSlots) return this.all(at);
    return this.#isUsedBy(jobId, at) ? this.#outcomeOf(jobId) : undefined;
  }

  /**
   * Resolves once no unread inputs can change a job's current state or the time of its next change;
   * undefined if there is nothing to wait for.
   */
  untilNextChange(jobId: string, now: Instant): Promise<void> | undefined {
    if (this.#byJob.size === 0) return undefined;
    const next = nextChangeAt(this.#timelines.of(jobId), now) ?? Number.POSITIVE_INFINITY;
    // Inputs that take effect exactly at the next change can't affect that change.
    return this.of(jobId, next - 1);
  }

  /** Like `untilNextChange`, but for all jobs. */
  async allUntilNextChange(now: Instant): Promise<void> {
    const { hasLimitedSlots, jobs } = this.#state;
    const jobIds = hasLimitedSlots ? jobs : this.#byJob;
    for (const jobId of [...jobIds.keys()]) await this.untilNextChange(jobId, now);
  }

  /** Resolves when no unread inputs can change any job's state at an instant. */
  async all(at: Instant): Promise<void> {
    const jobIds = [...this.#byJob.keys()];
    if (!jobIds.some((jobId) => this.#isUsedBy(jobId, at))) return;
    await Promise.all(jobIds.map((jobId) => this.#outcomeOf(jobId)));
  }

  async #outcomeOf(jobId: string): Promise<void> {
    const reading = this.#byJob.get(jobId);
    if (reading === undefined) return;
    const attempt = reading.attempt ?? reading.read();
    reading.attempt = attempt;
    try {
      await attempt;
      this.#byJob.delete(jobId);
    } catch (error) {
      if (reading.attempt === attempt) reading.attempt = undefined;
      throw error;
    }
  }

  #isUsedBy(jobId: string, at: Instant): boolean {
    if (!this.#byJob.has(jobId)) return false;
    const from = usesInputsFrom(this.#timelines.of(jobId));
    return from <= at && from !== Number.POSITIVE_INFINITY;
  }
}
