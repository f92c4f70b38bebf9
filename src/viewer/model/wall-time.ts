import type { Instant } from "../../core/time.ts";

/** A moment on both clocks. */
export type ClockPair = {
  readonly at: Instant;
  /** Milliseconds since 1970 on the wall clock; 0 if unknown. */
  readonly wallAt: number;
};

/**
 * The speed of a sandbox's clock relative to the wall clock; 0 if it moves only when told. The
 * mode is written as in options.
 */
export function clockRate(mode: string): number {
  if (mode === "real") return 1;
  return mode.endsWith("x") ? Number.parseFloat(mode) : 0;
}

/**
 * When a clock was, or will be, at an instant, in milliseconds since 1970 on the wall clock. A
 * clock that doesn't run has the time of the nearest pair within `nearMs`. Undefined if unknown.
 */
export function wallTimeAt(
  pairs: Iterable<ClockPair>,
  at: Instant,
  { rate, nearMs }: { readonly rate: number; readonly nearMs: number },
): number | undefined {
  const { before, after } = neighborsOf(pairs, at);
  const sinceBefore = at - (before?.at ?? Number.NEGATIVE_INFINITY);
  const untilAfter = (after?.at ?? Number.POSITIVE_INFINITY) - at;
  if (rate === 0) {
    if (Math.min(sinceBefore, untilAfter) > nearMs) return undefined;
    return (sinceBefore <= untilAfter ? before : after)?.wallAt;
  }
  if (before === undefined) return after && after.wallAt - untilAfter / rate;
  // Between two pairs, the clock may also have been moved, which takes no time.
  return Math.min(before.wallAt + sinceBefore / rate, after?.wallAt ?? Number.POSITIVE_INFINITY);
}

/** The last known pair up to an instant, and the first one after it. */
function neighborsOf(
  pairs: Iterable<ClockPair>,
  at: Instant,
): { readonly before?: ClockPair; readonly after?: ClockPair } {
  let [before, after]: (ClockPair | undefined)[] = [];
  for (const pair of pairs) {
    if (pair.wallAt === 0) continue;
    if (pair.at > at) {
      if (pair.at < (after?.at ?? Number.POSITIVE_INFINITY)) after = pair;
    } else if (pair.at >= (before?.at ?? Number.NEGATIVE_INFINITY)) before = pair;
  }
  return { ...(before && { before }), ...(after && { after }) };
}
