import type { Instant } from "../time.ts";
import type { Phase } from "./phase.ts";
import type { TimelineOutline } from "./timeline.ts";

/** Whether results can be downloaded at an instant, and if not, why. */
export type ResultsAvailability =
  | { readonly kind: "ready"; readonly expiresAt?: Instant }
  /**
   * The job is active, or it has succeeded and its results are late; `readyAt` is known only in the
   * latter case.
   */
  | { readonly kind: "notReady"; readonly readyAt?: Instant }
  /** Never available in this state (`cancelling`, `failed`, `cancelled`) or for a dry run. */
  | { readonly kind: "never" }
  | { readonly kind: "expired"; readonly at: Instant };

/** Availability of the results at an instant within a phase (part 4.2, rule 2). */
export function resultsAt(
  timeline: TimelineOutline,
  phase: Phase,
  now: Instant,
): ResultsAvailability {
  if (timeline.isDryRun) return { kind: "never" };
  switch (phase.state) {
    case "cancelling":
    case "failed":
    case "cancelled":
      return { kind: "never" };
    case "succeeded":
      return resultsOfSuccess(timeline, phase, now);
    default:
      return { kind: "notReady" };
  }
}

/**
 * The instants within a phase at which availability changes, in order; excludes the start of the
 * phase.
 */
export function resultChanges(timeline: TimelineOutline, phase: Phase): Instant[] {
  if (timeline.isDryRun || phase.state !== "succeeded") return [];
  const { readyAt, expiresAt } = successTimes(timeline, phase);
  const changes = readyAt < expiresAt ? [readyAt, expiresAt] : [expiresAt];
  return changes.filter((at) => at > phase.from && at !== Number.POSITIVE_INFINITY);
}

function resultsOfSuccess(
  timeline: TimelineOutline,
  phase: Phase,
  now: Instant,
): ResultsAvailability {
  const { readyAt, expiresAt } = successTimes(timeline, phase);
  if (now >= expiresAt) return { kind: "expired", at: expiresAt };
  if (now < readyAt) return { kind: "notReady", ...(readyAt < expiresAt && { readyAt }) };
  return { kind: "ready", ...(expiresAt !== Number.POSITIVE_INFINITY && { expiresAt }) };
}

/**
 * When results become ready and expire, based on the job's success; `expiresAt` is Infinity if they
 * never expire.
 */
function successTimes(
  { plan }: TimelineOutline,
  phase: Phase,
): { readyAt: Instant; expiresAt: Instant } {
  const succeededAt = phase.completedAt ?? phase.from;
  return {
    readyAt: succeededAt + plan.lateMs,
    expiresAt: succeededAt + (plan.expireAfterMs ?? Number.POSITIVE_INFINITY),
  };
}
