import { afterPoll, type ClockSpec } from "../core/clock-spec.ts";
import { type Instant, VIRTUAL_START } from "../core/time.ts";

type Waiter = { readonly at: Instant; readonly wake: () => void };

/** Longest delay a timer takes: 2^31 - 1 ms. */
const MAX_TIMER_MS = 2_147_483_647;

/** Wall time after which a wait for a clock that somebody must move is worth a word. */
const STALL_NOTICE_MS = 5000;

/**
 * A sandbox's clock: the only source of time for all that the sandbox does. It never goes back.
 * `real` and scaled clocks start at the wall clock's time, `manual` and `poll` at 2030-01-01T00:00:00Z.
 */
export class Clock {
  readonly spec: ClockSpec;
  #virtualBase: Instant;
  #wallBase: number;
  #waiters: Waiter[] = [];
  #onStall: (at: Instant) => void;
  #isClosed = false;

  /** `onStall` is told when something has waited 5 wall seconds for a clock that only `advance` moves. */
  constructor(spec: ClockSpec, onStall: (at: Instant) => void = () => {}) {
    this.spec = spec;
    this.#onStall = onStall;
    this.#wallBase = Date.now();
    this.#virtualBase = this.#isWallDriven ? this.#wallBase : VIRTUAL_START;
  }

  get #isWallDriven(): boolean {
    return this.spec.mode === "real" || this.spec.mode === "scaled";
  }

  get #scale(): number {
    return this.spec.mode === "scaled" ? this.spec.scale : 1;
  }

  /** The instant it is, in whole milliseconds. */
  now(): Instant {
    if (!this.#isWallDriven) return this.#virtualBase;
    const elapsed = Math.max(0, Date.now() - this.#wallBase) * this.#scale;
    return Math.floor(this.#virtualBase + elapsed);
  }

  /** Moves the clock forward, in any mode, and wakes what was due. Throws a RangeError for a negative or unsafe time. */
  advance(byMs: number): Instant {
    if (!Number.isSafeInteger(Math.round(byMs)) || byMs < 0) {
      throw new RangeError(`Expected the time to advance by to be 0 ms or more, got \`${byMs}\`.`);
    }
    return this.advanceTo(this.now() + Math.round(byMs));
  }

  /** Moves the clock to an instant; one in the past changes nothing, for time never goes back. */
  advanceTo(at: Instant): Instant {
    const now = this.now();
    if (at > now) {
      this.#virtualBase += at - now;
      this.#wakeDue();
    }
    return this.now();
  }

  /** Moves a `poll` clock as a status read does: by its step, or to the job's next change. */
  poll(nextChangeAt: Instant | undefined): void {
    this.advanceTo(afterPoll(this.spec, this.now(), nextChangeAt));
  }

  /**
   * Resolves once the clock is at the instant: a `poll` clock is moved there, a `manual` one waits for `advance`.
   * Resolves early, without moving anything, when the signal aborts or the clock is closed.
   */
  async waitUntil(at: Instant, signal?: AbortSignal): Promise<void> {
    if (this.spec.mode === "poll") this.advanceTo(at);
    if (at <= this.now() || signal?.aborted === true || this.#isClosed) return;
    await new Promise<void>((resolve) => this.#park(at, resolve, signal));
  }

  #park(at: Instant, resolve: () => void, signal: AbortSignal | undefined): void {
    let timer: NodeJS.Timeout | undefined;
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      this.#waiters = this.#waiters.filter((waiter) => waiter.wake !== wake);
      resolve();
    };
    const arm = (): void => {
      if (!this.#isWallDriven) {
        timer = setTimeout(() => this.#onStall(at), STALL_NOTICE_MS).unref();
        return;
      }
      const wallMs = Math.max(1, Math.ceil((at - this.now()) / this.#scale));
      timer = setTimeout(() => (this.now() >= at ? wake() : arm()), Math.min(wallMs, MAX_TIMER_MS));
    };
    this.#waiters.push({ at, wake });
    signal?.addEventListener("abort", wake);
    arm();
  }

  #wakeDue(): void {
    const now = this.now();
    const due = this.#waiters.filter((waiter) => waiter.at <= now).sort((a, b) => a.at - b.at);
    for (const waiter of due) waiter.wake();
  }

  /**
   * Seconds for a Retry-After header, at least 1: wall seconds where the wall clock drives this one, virtual seconds
   * where it doesn't.
   */
  retryAfterSeconds(virtualMs: number): number {
    return Math.max(1, Math.ceil(virtualMs / this.#scale / 1000));
  }

  /** How many things wait for an instant. */
  get waiting(): number {
    return this.#waiters.length;
  }

  /** The next instant that something waits for; undefined where nothing does. */
  get nextWakeAt(): Instant | undefined {
    return this.#waiters.length === 0
      ? undefined
      : Math.min(...this.#waiters.map((waiter) => waiter.at));
  }

  /** Whether the sandbox has ended: nothing waits for this clock any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Wakes everything that waits, now and later: the sandbox ends. */
  close(): void {
    this.#isClosed = true;
    for (const waiter of [...this.#waiters]) waiter.wake();
  }
}
