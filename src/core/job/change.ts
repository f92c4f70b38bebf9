import type { Instant } from "../time.ts";
import { resultChanges } from "./results.ts";
import type { JobState } from "./state.ts";
import type { Timeline, TimelineOutline } from "./timeline.ts";

/**
 * A job entered a state, possibly again: a test can force a job into the state that it is already
 * in.
 */
export type JobEvent = { readonly at: Instant; readonly jobId: string; readonly state: JobState };

/** The job's events after `from` and up to `to` (inclusive), in order. */
export function eventsBetween(timeline: Timeline, from: Instant, to: Instant): JobEvent[] {
  return timeline.phases
    .filter((phase) => from < phase.from && phase.from <= to)
    .map((phase) => ({ at: phase.from, jobId: timeline.jobId, state: phase.state }));
}

/** The first instant after `now` at which the job enters a state; undefined if it stays in its state. */
export function nextStateAt({ phases }: Timeline, now: Instant): Instant | undefined {
  return phases.find((phase) => phase.from > now)?.from;
}

/**
 * The first instant after `now` at which the job enters a state, or its results become ready or
 * expire; undefined if nothing more changes.
 */
export function nextChangeAt(timeline: TimelineOutline, now: Instant): Instant | undefined {
  const { phases } = timeline;
  for (const [index, phase] of phases.entries()) {
    if (phase.from > now) return phase.from;
    const until = phases[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    const change = resultChanges(timeline, phase).find((at) => at > now && at < until);
    if (change !== undefined) return change;
  }
  return undefined;
}
