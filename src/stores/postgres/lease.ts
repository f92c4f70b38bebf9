import { monotonicNow, wallPause } from "../../state/wall-timer.ts";

/** Waits for work on a connection. If the signal aborts first, rejects with the signal's reason. */
export async function unlessEnded<Result>(
  ended: AbortSignal,
  work: PromiseLike<Result>,
): Promise<Result> {
  let end = (): void => {};
  // A promise shared by all work would keep every result in memory until the connection ends.
  const over = new Promise<never>((_, reject) => {
    end = () => reject(ended.reason);
    ended.addEventListener("abort", end);
  });
  if (ended.aborted) end();
  try {
    return await Promise.race([work, over]);
  } finally {
    ended.removeEventListener("abort", end);
  }
}

/** For this many milliseconds after the lock is confirmed, no other process responds. */
const LEASE_MS = 1000;

/** Milliseconds to wait until a predecessor's lease has ended, even if clocks differ in speed. */
export const TAKEOVER_MS = 1100;

const BEAT_MS = 250;

/** Milliseconds without confirmation after which a process gives up the lock. */
const GIVE_UP_MS = 7000;

type LeaseParts = {
  /** Asks the database whether this process has the lock. */
  readonly confirm: () => Promise<boolean>;
  /** Aborts when the connection that holds the lock ends. */
  readonly ended: AbortSignal;
  readonly release: () => Promise<void>;
};

/**
 * Determines whether this process is certain to lead. A process that was paused or disconnected may
 * not know that another process now leads, and would send outdated responses. It may therefore
 * respond only if the database confirmed the lock within the last second.
 */
export class Lease {
  readonly #parts: LeaseParts;
  #until: number;
  #waiting: (() => void)[] = [];
  /** Ends the pause before the next query. */
  #hurry = new AbortController();

  /** `takenAt` is the monotonic time when this process took the lock. */
  constructor(parts: LeaseParts, takenAt: number) {
    this.#parts = parts;
    this.#until = takenAt + LEASE_MS;
    parts.ended.addEventListener("abort", () => this.#hurry.abort());
    void this.#keep();
  }

  /** Extends the lease after a query, sent at `sentAt`, has confirmed the lock. */
  renew(sentAt: number): void {
    this.#until = Math.max(this.#until, sentAt + LEASE_MS);
    if (!this.#isValid) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /**
   * Returns undefined if this process is certain to lead, or a promise that resolves once the lock
   * is confirmed. Rejects if the process no longer leads.
   */
  confirmed(): Promise<void> | undefined {
    if (this.#isValid) return undefined;
    const renewed = new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#hurry.abort();
    return unlessEnded(this.#parts.ended, renewed);
  }

  get #isValid(): boolean {
    return monotonicNow() < this.#until;
  }

  async #keep(): Promise<void> {
    const { ended, release } = this.#parts;
    while (!ended.aborted) {
      const sentAt = monotonicNow();
      if (!(await this.#isConfirmed())) return release();
      this.renew(sentAt);
      if (ended.aborted) return;
      this.#hurry = new AbortController();
      await wallPause(BEAT_MS, this.#hurry.signal);
    }
  }

  async #isConfirmed(): Promise<boolean> {
    const { confirm, ended } = this.#parts;
    const known = new AbortController();
    const late = wallPause(GIVE_UP_MS, known.signal).then(() => false);
    // After an error, waits before giving up, because other work may still confirm the lock.
    const confirmed = confirm().catch(() => (ended.aborted ? false : late));
    const isConfirmed = await Promise.race([confirmed, late]);
    known.abort();
    return isConfirmed;
  }
}
