import { type Instant, UNIT_MS } from "../../core/time.ts";

/** The range of virtual time that a timeline shows. */
export type TimeSpan = {
  readonly from: Instant;
  readonly to: Instant;
  /** If set, the axis is broken at `to`, and its last part shows the time until this instant. */
  readonly until?: Instant;
};

/** The share of a broken axis that is before the break. */
const UNBROKEN_SHARE = 0.88;

/** Narrowest span that can be shown, in milliseconds. */
const MIN_MS = 10;

/** Blank margins, as shares of a span's contents; the right one has room for a job's last icon. */
const MARGIN_BEFORE = 0.03;
const MARGIN_AFTER = 0.12;

/** Position of an instant, as a share of a span: 0 is its start, 1 its end. */
export function positionOf(span: TimeSpan, at: Instant): number {
  const { from, to, until } = span;
  const unbroken = breakOf(span) ?? 1;
  if (until === undefined || at <= to) return ((at - from) / (to - from)) * unbroken;
  return unbroken + ((at - to) / (until - to)) * (1 - unbroken);
}

/** Position of the break, as a share of the axis; undefined if the axis is not broken. */
export function breakOf(span: TimeSpan): number | undefined {
  return span.until === undefined ? undefined : UNBROKEN_SHARE;
}

/** The last instant that a span shows. */
export function spanEnd({ to, until = to }: TimeSpan): Instant {
  return until;
}

/** Whether a flag at this share of the axis must be left of its line to fit on the axis. */
export function isFlagOnLeft(share: number): boolean {
  return share > 0.8;
}

/** The instant at a share of a span, in whole milliseconds. */
export function instantAt(span: TimeSpan, share: number): Instant {
  const { from, to, until } = span;
  const unbroken = breakOf(span) ?? 1;
  if (until === undefined || share <= unbroken)
    return Math.round(from + (share / unbroken) * (to - from));
  return Math.round(to + ((share - unbroken) / (1 - unbroken)) * (until - to));
}

/** A span that shows all of these instants; an hour if there are none. */
export function spanOf(instants: readonly Instant[]): TimeSpan {
  const { from, to } = extremesOf(instants);
  if (from > to) return { from: 0, to: UNIT_MS.h };
  const length = Math.max(to - from, MIN_MS);
  return { from: from - length * MARGIN_BEFORE, to: to + length * MARGIN_AFTER };
}

/** Position of the last instant after a break, as a share of the axis after the break. */
export const FARTHEST_SHARE = 0.8;

/** An instant this many times as far from the start as the previous ones is after a break. */
const FAR = 4;

/**
 * A span that shows `near` and concurrent jobs in full, and puts the ends of jobs that take much
 * longer behind a break in the axis. `later` instants are shown only if they are not far away.
 */
export function brokenSpanOf(
  near: readonly Instant[],
  ends: readonly Instant[],
  later: readonly Instant[] = [],
): TimeSpan {
  const sorted = ends.toSorted((a, b) => a - b);
  const { from, to: first } = extremesOf([...near, ...sorted.slice(0, 1)]);
  let last = first;
  for (const at of [...sorted, ...later].sort((a, b) => a - b))
    if (at - from <= FAR * Math.max(last - from, MIN_MS)) last = Math.max(last, at);
  const whole = spanOf([from, last]);
  const farthest = sorted.at(-1) ?? last;
  if (farthest <= whole.to) return whole;
  return { ...whole, until: whole.to + (farthest - whole.to) / FARTHEST_SHARE };
}

function extremesOf(instants: readonly Instant[]): TimeSpan {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const at of instants) {
    from = Math.min(from, at);
    to = Math.max(to, at);
  }
  return { from, to };
}

/** Zooms by a factor (below 1 zooms in); the instant at `share` of the span keeps its position. */
export function zoom(span: TimeSpan, factor: number, share = 0.5): TimeSpan {
  const anchor = instantAt(span, share);
  const width = Math.max(MIN_MS, (span.to - span.from) * factor);
  const from = anchor - share * width;
  return { from, to: from + width };
}

/** Moves a span by a share of its width. */
export function pan({ from, to }: TimeSpan, share: number): TimeSpan {
  const by = (to - from) * share;
  return { from: from + by, to: to + by };
}

/** Convenient distances between ticks, in milliseconds. */
const STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * UNIT_MS.s),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * UNIT_MS.m),
  ...[1, 2, 3, 6, 12].map((hours) => hours * UNIT_MS.h),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000].map((days) => days * UNIT_MS.d),
];

/** Round times in a span, evenly spaced: up to `max + 1`, or more if the span is very long. */
export function ticksOf({ from, to }: TimeSpan, max: number): readonly Instant[] {
  const step = STEPS.find((each) => (to - from) / each <= max) ?? STEPS.at(-1) ?? UNIT_MS.d;
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}
