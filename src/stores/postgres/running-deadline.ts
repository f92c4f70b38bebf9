import type { SimulatorError } from "../../core/errors.ts";
import { monotonicNow, setWallTimer } from "../../state/wall-timer.ts";

const MAX_STEP_MS = 100;

type Waiting = { waitedMs: number; readonly reject: (error: SimulatorError) => void };

/**
 * Rejects pending waits if no change becomes durable for `timeoutMs`. Counts time only while this
 * process can read responses, not while it is busy with other work.
 */
export class RunningDeadline {
  readonly #timeoutMs: number;
  readonly #late: () => SimulatorError;
  readonly #waiting = new Set<Waiting>();
  #silentMs = 0;
  #lookedAt = 0;
  #cancel: (() => void) | undefined;

  /** `late` is called when the time is up, and returns the error. */
  constructor(timeoutMs: number, late: () => SimulatorError) {
    this.#timeoutMs = timeoutMs;
    this.#late = late;
  }

  progress(): void {
    this.#silentMs = 0;
  }

  async watch(saved: Promise<void>): Promise<void> {
    let end = (): void => {};
    const late = new Promise<never>((_, reject) => {
      const waiting = { waitedMs: 0, reject };
      this.#waiting.add(waiting);
      end = () => this.#waiting.delete(waiting);
    });
    if (this.#cancel === undefined) {
      this.#silentMs = 0;
      this.#wait();
    }
    try {
      await Promise.race([saved, late]);
    } finally {
      end();
      if (this.#waiting.size === 0) {
        this.#cancel?.();
        this.#cancel = undefined;
      }
    }
  }

  #wait(): void {
    this.#lookedAt = monotonicNow();
    this.#cancel = setWallTimer(() => this.#look(), this.#stepMs);
  }

  get #stepMs(): number {
    return Math.min(MAX_STEP_MS, this.#timeoutMs / 8);
  }

  #look(): void {
    const passedMs = Math.min(monotonicNow() - this.#lookedAt, 2 * this.#stepMs);
    this.#silentMs += passedMs;
    for (const waiting of this.#waiting) waiting.waitedMs += passedMs;
    if (this.#silentMs >= this.#timeoutMs) {
      const over = [...this.#waiting].filter(({ waitedMs }) => waitedMs >= this.#timeoutMs);
      const error = over.length === 0 ? undefined : this.#late();
      for (const { reject } of over) if (error !== undefined) reject(error);
    }
    this.#wait();
  }
}
