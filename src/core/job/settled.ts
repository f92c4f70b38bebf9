import type { Instant } from "../time.ts";
import { resultsAt } from "./results.ts";
import type { Timeline } from "./timeline.ts";

/**
 * When a job has come to rest if nobody interferes any more: it is in the last state that it is known to come into, and results
 * that come late are there (that they expire one day is not waited for).
 */
export function settledAt(timeline: Timeline): Instant {
  const { phases } = timeline;
  const last = phases.findLast(({ from }) => from !== Number.POSITIVE_INFINITY) ?? phases[0];
  const results = resultsAt(timeline, last, last.from);
  return results.kind === "notReady" ? (results.readyAt ?? last.from) : last.from;
}
