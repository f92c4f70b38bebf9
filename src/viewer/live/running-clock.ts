import { signal } from "@preact/signals";
import type { Instant } from "../../core/time.ts";
import { type ClockPair, clockRate } from "../model/instants.ts";

/** Update interval of a real clock, which shows seconds, in milliseconds. */
const TICK_MS = 1000;

/** Update interval of a faster clock, which would otherwise jump. */
const FAST_TICK_MS = 250;

/** A sandbox's clock, which keeps running between two readings if the wall clock drives it. */
export class RunningClock {
  readonly now = signal<Instant>(0);
  readonly reading = signal<ClockPair>({ at: 0, wallAt: 0 });
  #readAt = 0;
  #scale = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    document.addEventListener("visibilitychange", () => this.#arm());
  }

  /** Sets the clock to a reading; the mode is written as in options. */
  set(now: Instant, mode: string): void {
    this.reading.value = { at: now, wallAt: Date.now() };
    this.#readAt = performance.now();
    this.#scale = clockRate(mode);
    this.now.value = now;
    this.#arm();
  }

  /** Stops the clock until it is set again: its further course is unknown. */
  halt(): void {
    this.#tick();
    this.#scale = 0;
    this.#arm();
  }

  /** A stopped or invisible clock causes no work. */
  #arm(): void {
    clearInterval(this.#timer);
    if (this.#scale === 0 || document.hidden) return;
    this.#tick();
    this.#timer = setInterval(() => this.#tick(), this.#scale > 1 ? FAST_TICK_MS : TICK_MS);
  }

  #tick(): void {
    if (this.#scale === 0) return;
    const passed = (performance.now() - this.#readAt) * this.#scale;
    this.now.value = Math.floor(this.reading.value.at + passed);
  }
}
