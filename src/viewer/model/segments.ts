import type { JobTimeline } from "../../control/job-reports.ts";
import { nextChangeAt } from "../../core/job/change.ts";
import { type Phase, phaseAt } from "../../core/job/phase.ts";
import { rowsDoneAt } from "../../core/job/progress.ts";
import { isTerminal, type JobState } from "../../core/job/state.ts";
import type { Instant } from "../../core/time.ts";
import type { NextChange } from "./recording.ts";
import type { TimeSpan } from "./time-scale.ts";

/** A period of a job in one state, for drawing. */
export type Segment = {
  readonly phase: Phase;
  readonly from: Instant;
  readonly to: Instant;
  /** Whether nothing is known to end it; `to` is then only how far it is drawn. */
  readonly isOpen: boolean;
  /** Whether it has not happened yet. */
  readonly isFuture: boolean;
  /** Whether the period is the second part of one that has begun. */
  readonly isRest: boolean;
};

/** A terminal state has no end; this share of the span is drawn. */
const END_SHARE = 0.1;

/** A job's periods within a span, in order; the current one is cut in two. */
export function segmentsOf(
  { phases }: Pick<JobTimeline, "phases">,
  span: TimeSpan,
  now: Instant,
): readonly Segment[] {
  return phases.flatMap((phase, index): readonly Segment[] => {
    const { from } = phase;
    const next = phases[index + 1]?.from;
    const to = next ?? openEnd(phase, span);
    const isOpen = next === undefined;
    if (from > span.to || to < span.from || from === to) return [];
    if (from > now) return [{ phase, from, to, isOpen, isFuture: true, isRest: false }];
    if (to <= now || isTerminal(phase.state))
      return [{ phase, from, to, isOpen, isFuture: false, isRest: false }];
    return [
      { phase, from, to: now, isOpen: false, isFuture: false, isRest: false },
      { phase, from: now, to, isOpen, isFuture: true, isRest: true },
    ];
  });
}

function openEnd({ state, from }: Phase, span: TimeSpan): Instant {
  return isTerminal(state) ? from + (span.to - span.from) * END_SHARE : Math.max(span.to, from);
}

/**
 * Share of the rows that is done, along a segment: points of a line from its start to its end,
 * shares from 0 to 1.
 */
export function progressLine({
  phase: { progress },
  from,
  to,
}: Segment): readonly { readonly at: Instant; readonly share: number }[] {
  if (progress.kind === "still" || progress.numRows === 0) return [];
  const within = progress.knots
    .map(({ afterMs }) => progress.from + afterMs)
    .filter((at) => at > from && at < to);
  return [from, ...within, to].map((at) => ({
    at,
    share: rowsDoneAt(progress, at) / progress.numRows,
  }));
}

/** From the first submission to the last change of any job; undefined without jobs. */
export function extentOf(timelines: readonly JobTimeline[]): TimeSpan | undefined {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { plan, phases } of timelines) {
    from = Math.min(from, plan.createdAt);
    to = Math.max(to, phases.at(-1)?.from ?? plan.createdAt);
  }
  return from > to ? undefined : { from, to };
}

/** Counts the jobs in each state at an instant, without those submitted later. */
export function stateCountsAt(
  timelines: readonly JobTimeline[],
  at: Instant,
): ReadonlyMap<JobState, number> {
  const counts = new Map<JobState, number>();
  for (const { plan, phases } of timelines) {
    if (plan.createdAt > at) continue;
    const { state } = phaseAt(phases, at);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return counts;
}

/**
 * Finds the next change of any job; while the clock moves toward the one that it has found, it
 * doesn't look again.
 */
export function nextChangeFinder(): typeof nextChangeIn {
  let found: { timelines: readonly JobTimeline[]; since: Instant; next: NextChange } | undefined;
  return (timelines, now) => {
    const until = found?.next?.at ?? Number.POSITIVE_INFINITY;
    if (found?.timelines !== timelines || now < found.since || now >= until)
      found = { timelines, since: now, next: nextChangeIn(timelines, now) };
    return found.next;
  };
}

/** The next instant at which a job changes on its own. */
export function nextChangeIn(timelines: readonly JobTimeline[], now: Instant): NextChange {
  let next: NextChange;
  for (const timeline of timelines) {
    const at = nextChangeAt(timeline, now);
    if (at !== undefined && at < (next?.at ?? Number.POSITIVE_INFINITY))
      next = { at, jobId: timeline.jobId };
  }
  return next;
}
