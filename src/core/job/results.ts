import type { Instant } from "../time.ts";
import type { Phase } from "./phase.ts";
import { isTerminal } from "./state.ts";
import type { TimelineOutline } from "./timeline.ts";

/** Whether results can be downloaded at an instant, and if not, why. */
export type ResultsAvailability =
  | { readonly kind: "ready"; readonly expiresAt?: Instant }
  /**
   * The job is active, or it has succeeded and its results are late; `readyAt` is known only in the
   * latter case.
   */
  | { readonly kind: "notReady"; readonly readyAt?: Instant }
  /** Never available: the job ended early or is being canceled, and the service keeps no rows, or it is a dry run. */
  | { readonly kind: "never" }
  | { readonly kind: "expired"; readonly at: Instant };

/** Availability of the results at an instant within a phase (part 4.2, rule 2). */
export function resultsAt(
  timeline: TimelineOutline,
  phase: Phase,
  now: Instant,
): ResultsAvailability {
  if (timeline.isDryRun) return { kind: "never" };
  if (hasResults(timeline, phase)) return resultsOfEnd(timeline, phase, now);
  const isOver = isTerminal(phase.state);
  const isEnding = phase.state === "cancelling" && timeline.plan.keepsRows === undefined;
  return { kind: isOver || isEnding ? "never" : "notReady" };
}

/** Whether the state has results: success does, and another end if the service keeps the rows that ran. */
function hasResults({ plan }: TimelineOutline, { state }: Phase): boolean {
  return state === "succeeded" || (plan.keepsRows === true && isTerminal(state));
}

/**
 * The instants within a phase at which availability changes, in order; excludes the start of the
 * phase.
 */
export function resultChanges(timeline: TimelineOutline, phase: Phase): Instant[] {
  if (timeline.isDryRun || !hasResults(timeline, phase)) return [];
  const { readyAt, expiresAt } = resultTimes(timeline, phase);
  const changes = readyAt < expiresAt ? [readyAt, expiresAt] : [expiresAt];
  return changes.filter((at) => at > phase.from && at !== Number.POSITIVE_INFINITY);
}

function resultsOfEnd(timeline: TimelineOutline, phase: Phase, now: Instant): ResultsAvailability {
  const { readyAt, expiresAt } = resultTimes(timeline, phase);
  if (now >= expiresAt) return { kind: "expired", at: expiresAt };
  if (now < readyAt) return { kind: "notReady", ...(readyAt < expiresAt && { readyAt }) };
  return { kind: "ready", ...(expiresAt !== Number.POSITIVE_INFINITY && { expiresAt }) };
}

/**
 * When results become ready and expire, based on the job's end; `expiresAt` is Infinity if they
 * never expire.
 */
function resultTimes(
  { plan }: TimelineOutline,
  phase: Phase,
): { readyAt: Instant; expiresAt: Instant } {
  const endedAt = phase.completedAt ?? phase.from;
  return {
    readyAt: endedAt + plan.lateMs,
    expiresAt: endedAt + (plan.expireAfterMs ?? Number.POSITIVE_INFINITY),
  };
}
