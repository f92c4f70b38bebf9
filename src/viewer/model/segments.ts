import type { JobTimeline } from "../../control/job-reports.ts";
import { lastOf, type Phase, rowsAt } from "../../core/job/phase.ts";
import { isTerminal, type TerminalState } from "../../core/job/state.ts";
import { jobStateAt, nextChangeAt, resultChanges, viewAt } from "../../core/job/view.ts";
import type { Instant } from "../../core/time.ts";
import { grouped } from "../../findings/grouped.ts";
import { spanEnd, spanOf, type TimeSpan } from "./time-scale.ts";

/** A period during which a job is in one state, for drawing. */
export type Segment = {
  readonly phase: Phase;
  readonly from: Instant;
  readonly to: Instant;
  /** Whether the period's end is unknown; if so, the period is drawn up to `to`. */
  readonly isOpen: boolean;
  readonly isFuture: boolean;
  /** Whether this is the future part of the current period. */
  readonly isRest: boolean;
};

/**
 * A job's periods within a span, in order; the current one is split at `now`. Omits terminal
 * states, which have no duration; `eventsOf` returns them.
 */
export function segmentsOf(
  { phases }: Pick<JobTimeline, "phases">,
  span: TimeSpan,
  now: Instant,
): readonly Segment[] {
  const last = spanEnd(span);
  return phases.flatMap((phase, index): readonly Segment[] => {
    const { from } = phase;
    const next = phases[index + 1]?.from;
    const to = next ?? Math.max(last, from);
    if (isTerminal(phase.state) || from > last || to < span.from || from === to) return [];
    const isOpen = next === undefined;
    const segment = { phase, from, to, isOpen, isFuture: from > now, isRest: false };
    if (from > now || to <= now) return [segment];
    return [
      { ...segment, to: now, isOpen: false },
      { ...segment, from: now, isFuture: true, isRest: true },
    ];
  });
}

export type LaneEvent = {
  readonly at: Instant;
  readonly kind: TerminalState | "ready" | "expiry";
  readonly isFuture: boolean;
};

/** A job's terminal states and the instants when its results become ready or expire, in order. */
export function eventsOf(timeline: JobTimeline, now: Instant): readonly LaneEvent[] {
  return timeline.phases.flatMap((phase): readonly LaneEvent[] => {
    const { state, from } = phase;
    if (!isTerminal(state)) return [];
    const changes = resultChanges(timeline, phase).map((at): LaneEvent => {
      const isReady = viewAt(timeline, at).results.kind === "ready";
      return { at, kind: isReady ? "ready" : "expiry", isFuture: at > now };
    });
    return [{ at: from, kind: state, isFuture: from > now }, ...changes];
  });
}

/** Points of a segment's progress line; `share` is the share of completed rows, 0 to 1. */
export function progressLine(
  { phase: { progress }, from, to }: Segment,
  { to: breakAt }: TimeSpan,
): readonly { readonly at: Instant; readonly share: number }[] {
  if (progress.kind === "still" || progress.numRows === 0) return [];
  const within = progress.knots
    .map(({ afterMs }) => progress.from + afterMs)
    .concat(breakAt)
    .filter((at) => at > from && at < to)
    .sort((a, b) => a - b);
  return [from, ...within, to].map((at) => ({
    at,
    share: rowsAt({ progress }, at) / progress.numRows,
  }));
}

/** A job's time span, from its submission to the start of its last known phase. */
export function jobSpan({ plan, phases }: JobTimeline): TimeSpan {
  return spanOf([plan.createdAt, lastOf(phases).from]);
}

/** The jobs in each state at an instant. Omits jobs that were submitted later. */
export function jobsByStateAt(timelines: readonly JobTimeline[], at: Instant) {
  const submitted = timelines.filter(({ plan }) => plan.createdAt <= at);
  return grouped(submitted, (timeline) => jobStateAt(timeline, at));
}

/**
 * Makes a function that finds the next instant at which a job changes on its own, if any. It
 * searches again only if the timelines change, or the clock reaches the instant or goes back.
 */
export function nextChangeFinder() {
  let searched: { readonly timelines: readonly JobTimeline[]; readonly since: Instant } | undefined;
  let next: { readonly at: Instant; readonly jobId: string } | undefined;
  return (timelines: readonly JobTimeline[], now: Instant): typeof next => {
    const until = next?.at ?? Number.POSITIVE_INFINITY;
    if (searched?.timelines === timelines && now >= searched.since && now < until) return next;
    searched = { timelines, since: now };
    next = undefined;
    for (const timeline of timelines) {
      const at = nextChangeAt(timeline, now);
      if (at !== undefined && at < (next?.at ?? Number.POSITIVE_INFINITY))
        next = { at, jobId: timeline.jobId };
    }
    return next;
  };
}
