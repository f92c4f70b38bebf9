import { getHeapStatistics } from "node:v8";
import type { Vitals } from "../control/reports.ts";
import { LoopDelayMeter } from "./loop-delay.ts";

/** Maximum size of JavaScript's heap; beyond it, V8 aborts the process. */
export function heapLimitBytes(): number {
  const { heap_size_limit: limitBytes } = getHeapStatistics();
  return limitBytes;
}

/** Measures the process from now on. */
export class VitalsMeter {
  readonly #startedAt = performance.now();
  readonly #loopDelay = new LoopDelayMeter();

  read(): Vitals {
    const { used_heap_size: usedBytes } = getHeapStatistics();
    return {
      uptimeMs: Math.round(performance.now() - this.#startedAt),
      eventLoopDelay: this.#loopDelay.read(),
      heap: { usedBytes, limitBytes: heapLimitBytes() },
    };
  }

  close(): void {
    this.#loopDelay.close();
  }
}
