import type { Instant } from "../time.ts";
import { resultsAt } from "./results.ts";
import type { Timeline } from "./timeline.ts";

/**
 * When an undisturbed job has settled: it has entered the last state that is known so far, and any
 * late results are ready. Doesn't wait for the results to expire.
 */
export function settledAt(timeline: Timeline): Instant {
  const { phases } = timeline;
  const last = phases.findLast(({ from }) => from !== Number.POSITIVE_INFINITY) ?? phases[0];
  const results = resultsAt(timeline, last, last.from);
  return results.kind === "notReady" ? (results.readyAt ?? last.from) : last.from;
}
