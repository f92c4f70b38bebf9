import { afterPoll, type ClockSpec } from "../core/clock-spec.ts";
import { type Instant, VIRTUAL_END, VIRTUAL_START } from "../core/time.ts";
import type { SteadyClock } from "./steady-clock.ts";
import type { Store } from "./store.ts";
import { wakeInTurns } from "./wake-in-turns.ts";
import { MAX_TIMER_MS } from "./wall-timer.ts";

/** Wall-clock milliseconds until a stall is reported: less than the usual test timeout of 5 s. */
const STALL_NOTICE_MS = 3000;

/** Number of equal polls at one instant that count as a stall, at any polling rate. */
const STALLED_POLLS = 10;

/** Number of polls that count as a stall if they take `STALL_NOTICE_MS` or longer. */
const MIN_STALLED_POLLS = 3;

const MAX_STALLS = 5;

export type ClockOptions = {
  /**
   * Called when a response has waited 3 wall-clock seconds for a `manual` clock, or when a client
   * keeps polling while the clock doesn't move.
   */
  readonly onStall: (sentence: string) => void;
  /** Wall-clock time when the clock was started, perhaps by an earlier process. Default: now. */
  readonly wallStart?: number;
  readonly wall: Pick<SteadyClock, "now" | "steadyAt">;
};

/**
 * A sandbox's clock: the only source of time for everything that the sandbox does. It never goes
 * backward. `real` and scaled clocks start at the wall clock's time, `manual` and `poll` at
 * 2030-01-01T00:00:00Z. The sandbox's state stores how far calls have moved the clock; a `real` or
 * scaled clock adds the wall-clock time that has passed.
 */
export class Clock {
  readonly spec: ClockSpec;
  readonly #store: Store;
  readonly wall: ClockOptions["wall"];
  /** Wall-clock time when the clock was started, by this process or an earlier one. */
  readonly wallStart: number;
  #elapsedMs = 0;
  readonly #onStall: ClockOptions["onStall"];
  #stalledAt: Instant | undefined;
  readonly #polls = new Map<string, { readonly count: number; readonly since: number }>();
  readonly #waiters = new Set<{ readonly at: Instant; readonly wake: () => void }>();
  isClosed = false;

  constructor(spec: ClockSpec, store: Store, options: ClockOptions) {
    this.spec = spec;
    this.#store = store;
    this.#onStall = options.onStall;
    this.wall = options.wall;
    this.wallStart = options.wallStart ?? this.wall.now();
  }

  /** Speed relative to the wall clock; 0 if the wall clock doesn't drive this clock. */
  get #speed(): number {
    if (this.spec.mode === "real") return 1;
    return this.spec.mode === "scaled" ? this.spec.scale : 0;
  }

  /** The clock's current instant, in whole milliseconds; at most `VIRTUAL_END`. */
  now(): Instant {
    return Math.min(VIRTUAL_END, Math.floor(this.#unmoved() + this.#store.state.clockMovedMs));
  }

  /** The time that the clock would have if no call had moved it; can be fractional. */
  #unmoved(): number {
    if (this.#speed === 0) return VIRTUAL_START;
    // The wall clock can be set back; this clock then stops until the wall clock has caught up.
    this.#elapsedMs = Math.max(this.#elapsedMs, this.wall.now() - this.wallStart);
    return this.wallStart + this.#elapsedMs * this.#speed;
  }

  /** Moves the clock forward in any mode. Throws a RangeError for a negative time or NaN. */
  advance(byMs: number): Instant {
    if (!(byMs >= 0))
      throw new RangeError(`Expected to advance the clock by 0 ms or more, got \`${byMs}\`.`);
    return this.advanceTo(this.now() + Math.round(byMs));
  }

  /** Moves the clock to an instant, at most `VIRTUAL_END`; ignores an instant in the past. */
  advanceTo(instant: Instant): Instant {
    const at = Math.min(instant, VIRTUAL_END);
    const byMs = at - Math.floor(this.#unmoved() + this.#store.state.clockMovedMs);
    if (byMs > 0) {
      this.#store.record({ kind: "clockMoved", byMs });
      this.#polls.clear();
      const now = this.now();
      const due = [...this.#waiters].filter(({ at }) => at <= now);
      for (const waiter of due.sort((a, b) => a.at - b.at)) waiter.wake();
    }
    return this.now();
  }

  /** Moves a `poll` clock after a status request: by its step, or to the job's next change. */
  poll(nextChangeAt: Instant | undefined): void {
    this.advanceTo(afterPoll(this.spec, this.now(), nextChangeAt));
  }

  /**
   * Resolves when the clock reaches the instant: a `poll` clock jumps there, and a `manual` clock
   * waits for `advance`. Resolves early, without moving the clock, when the signal aborts or the
   * clock is closed. `request` names the waiting request in a stall report.
   */
  async waitUntil(
    instant: Instant,
    signal?: AbortSignal,
    request: string = "A response",
  ): Promise<void> {
    const at = Math.min(instant, VIRTUAL_END);
    if (this.spec.mode === "poll") this.advanceTo(at);
    if (at <= this.now() || signal?.aborted === true || this.isClosed) return;
    await new Promise<void>((resolve) => this.#park(at, request, resolve, signal));
  }

  #park(at: Instant, request: string, resolve: () => void, signal: AbortSignal | undefined): void {
    let timer: NodeJS.Timeout | undefined;
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      this.#waiters.delete(waiter);
      wakeInTurns(this, resolve);
    };
    const waiter = { at, wake };
    const arm = (): void => {
      if (this.#speed === 0) {
        const since = this.now();
        const look = (): void =>
          this.now() === since ? this.#stall(`${request} waits until ${isoTime(at)}`) : arm();
        timer = setTimeout(look, STALL_NOTICE_MS).unref();
        return;
      }
      timer = setTimeout(() => (this.now() >= at ? wake() : arm()), this.wallMsUntil(at));
    };
    this.#waiters.add(waiter);
    signal?.addEventListener("abort", wake);
    arm();
  }

  /**
   * Counts a request that doesn't move the clock. Equal requests, with the same `what` and
   * `numFacts`, are counted together. Reports a stall if there are many and the client is waiting.
   */
  countPoll(what: string, numFacts = 0, isWaiting = () => true): void {
    if (this.#speed > 0) return;
    const key = `${what} ${numFacts}`;
    const { count: before, since } = this.#polls.get(key) ?? { count: 0, since: Date.now() };
    const polls = before + 1;
    this.#polls.set(key, { count: polls, since });
    const isSlow = polls >= MIN_STALLED_POLLS && Date.now() - since >= STALL_NOTICE_MS;
    if ((isSlow || polls >= STALLED_POLLS) && isWaiting())
      this.#stall(`The client ${what} ${polls} times`);
  }

  /** Reports a stall, unless one has been reported since the clock last moved. */
  #stall(what: string): void {
    const at = this.now();
    if (this.#stalledAt === at) return;
    this.#stalledAt = at;
    const { mode } = this.spec;
    const why = mode === "poll" ? "only polls of a single job move it" : "nobody advanced it";
    const sentence = `${what}, but the \`${mode}\` clock has stayed at ${isoTime(at)}: ${why}.`;
    if (this.#store.state.stalls.length < MAX_STALLS)
      this.#store.record({ kind: "clockStalled", sentence });
    this.#onStall(sentence);
  }

  /**
   * Seconds for a Retry-After header, at least 1. They are wall-clock seconds if the wall clock
   * drives this clock, and this clock's seconds otherwise.
   */
  retryAfterSeconds(virtualMs: number): number {
    return Math.max(1, Math.ceil(virtualMs / (this.#speed || 1) / 1000));
  }

  /** Wall-clock time until an instant; undefined if the wall clock doesn't drive this clock. */
  wallMsUntil(at: Instant): number | undefined {
    if (this.#speed === 0) return undefined;
    const wallMs = Math.ceil((at - this.now()) / this.#speed);
    return Math.min(MAX_TIMER_MS, Math.max(1, wallMs));
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  get nextWakeAt(): Instant | undefined {
    const instants = [...this.#waiters].map(({ at }) => at);
    return instants.length === 0 ? undefined : Math.min(...instants);
  }

  /** Ends every current and future wait immediately, because the sandbox has ended. */
  close(): void {
    this.isClosed = true;
    for (const waiter of [...this.#waiters]) waiter.wake();
  }
}

function isoTime(at: Instant): string {
  return new Date(at).toISOString();
}
