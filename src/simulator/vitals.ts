import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { Vitals } from "../control/reports.ts";

/** Maximum size of the V8 heap; beyond it, V8 aborts the process. */
export function heapLimitBytes(): number {
  const { heap_size_limit: limitBytes } = getHeapStatistics();
  return limitBytes;
}

/** Milliseconds between samples of the event loop; a monitor's delays include this interval. */
const RESOLUTION_MS = 10;

const MINUTE_MS = 60_000;

/**
 * Measures the process. A monitor of the event loop's delay covers the time since its last reset,
 * so two take turns: the one reset earlier covers at least the last minute, and at most two.
 */
export class VitalsMeter {
  readonly #startedAt = performance.now();
  #older = started();
  #newer = started();
  readonly #timer = setInterval(() => this.#turn(), MINUTE_MS).unref();

  read(): Vitals {
    const { used_heap_size: usedBytes } = getHeapStatistics();
    const monitor = this.#older;
    return {
      uptimeMs: Math.round(performance.now() - this.#startedAt),
      // Before the first measurement, the monitor's values are below the resolution.
      eventLoopDelay: {
        p50Ms: delayOf(monitor.percentile(50)),
        p99Ms: delayOf(monitor.percentile(99)),
        worstMs: delayOf(monitor.max),
      },
      heap: { usedBytes, limitBytes: heapLimitBytes() },
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#older.disable();
    this.#newer.disable();
  }

  #turn(): void {
    this.#older.reset();
    [this.#older, this.#newer] = [this.#newer, this.#older];
  }
}

function started(): IntervalHistogram {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  monitor.enable();
  return monitor;
}

/** Converts nanoseconds to milliseconds, rounded to thousandths; subtracts the resolution. */
function delayOf(nanoseconds: number): number {
  return Math.max(0, Math.round(nanoseconds / 1000 - RESOLUTION_MS * 1000) / 1000);
}
