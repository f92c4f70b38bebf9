import { monotonicNow } from "./wall-timer.ts";

/**
 * Setting the wall clock back by up to this much counts as an ordinary adjustment: this clock stops
 * until the wall clock has caught up, and nothing is reported.
 */
const TOLERANCE_MS = 100;

/**
 * How far a stored time may be ahead of the wall clock without a report: after a process is killed,
 * this clock always continues slightly ahead.
 */
const START_TOLERANCE_MS = 5000;

export type SteadyClockParts = {
  readonly wallNow: () => number;
  /** The latest time that an earlier process has stored; undefined if there is none. */
  readonly startAt?: number | undefined;
  /** Maximum milliseconds by which a time sent by the earlier process can exceed `startAt`. */
  readonly unstoredMs?: number | undefined;
  /** Called once, when the wall clock is first found to have been set back. */
  readonly onSetBack: (byMs: number) => void;
  readonly monotonicNow?: () => number;
};

/**
 * Follows the wall clock, but neither stops nor goes back when the wall clock is set back: this
 * clock is then ahead until the wall clock is set forward again. It also continues from the time
 * that an earlier process stored.
 */
export class SteadyClock {
  readonly #parts: SteadyClockParts;
  readonly #monotonicNow: () => number;
  #aheadMs = 0;
  readonly #start: { readonly at: number; readonly monotonic: number };
  #last: { readonly wall: number; readonly monotonic: number };
  #now: number;
  #isReported = false;

  constructor(parts: SteadyClockParts) {
    this.#parts = parts;
    this.#monotonicNow = parts.monotonicNow ?? monotonicNow;
    const wall = parts.wallNow();
    this.#last = { wall, monotonic: this.#monotonicNow() };
    const { startAt = wall, unstoredMs = 0 } = parts;
    if (startAt - wall > START_TOLERANCE_MS) this.#report(startAt - wall);
    this.#aheadMs = Math.max(0, Math.round(startAt + unstoredMs - wall));
    this.#now = wall + this.#aheadMs;
    this.#start = { at: this.#now, monotonic: this.#last.monotonic };
  }

  /** Milliseconds since 1970; never less than before. */
  now(): number {
    const wall = this.#parts.wallNow();
    const monotonic = this.#monotonicNow();
    // Negative if the wall clock has been set forward.
    const setBackMs = this.#last.wall + monotonic - this.#last.monotonic - wall;
    if (Math.abs(setBackMs) > TOLERANCE_MS) {
      this.#aheadMs = Math.max(0, this.#aheadMs + Math.round(setBackMs));
      if (setBackMs > 0) this.#report(setBackMs);
    }
    this.#last = { wall, monotonic };
    this.#now = Math.max(this.#now, wall + this.#aheadMs);
    return this.#now;
  }

  /**
   * Converts a reading of the monotonic clock to milliseconds since 1970. Later changes to the wall
   * clock don't affect the result, so differences between results are exact.
   */
  steadyAt(monotonic: number): number {
    return this.#start.at + monotonic - this.#start.monotonic;
  }

  #report(behindMs: number): void {
    if (!this.#isReported) this.#parts.onSetBack(Math.round(behindMs));
    this.#isReported = true;
  }
}
