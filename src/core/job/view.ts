import type { Integer } from "../json.ts";
import type { Instant } from "../time.ts";
import { type Phase, phaseAt, rowsAt, type TimelineOutline } from "./phase.ts";
import { isTerminal, type JobState } from "./state.ts";
import type { Timeline } from "./timeline.ts";

/** A job's state and data at an instant. They depend only on its facts and that instant. */
export type JobView = {
  readonly jobId: string;
  readonly state: JobState;
  /** Number of rows. May be 0 until the job runs if its inputs are fetched from a URL. */
  readonly numRows: Integer;
  /** Number of completed rows; these are the first rows in input order. */
  readonly rowsCompleted: Integer;
  readonly createdAt: Instant;
  /** When the job last entered the queue; undefined if it never has. */
  readonly addedAt?: Instant;
  /** When the job started; undefined until then. */
  readonly startedAt?: Instant;
  /**
   * When the job reached its terminal state; undefined until then. A later cancel request doesn't
   * change this time.
   */
  readonly completedAt?: Instant;
  /** Why the job failed; undefined if it has not failed. */
  readonly failureReason?: string;
  readonly results: ResultsAvailability;
};

/** A job's state at an instant, for callers that need nothing else; much faster than a view. */
export function jobStateAt({ phases }: Pick<TimelineOutline, "phases">, now: Instant): JobState {
  return phaseAt(phases, now).state;
}

/** When a job last entered a state. Undefined if it hasn't by `now`, or has been queued since. */
export function enteredAt(
  { phases }: Pick<TimelineOutline, "phases">,
  state: JobState,
  now: Instant,
): Instant | undefined {
  const last = phases.findLast(
    (phase) => phase.from <= now && (phase.state === state || phase.state === "queued"),
  );
  return last?.state === state ? last.from : undefined;
}

export function viewAt(timeline: TimelineOutline, now: Instant): JobView {
  const phase = phaseAt(timeline.phases, now);
  const { addedAt, startedAt, completedAt, failureReason } = phase;
  return {
    jobId: timeline.jobId,
    state: phase.state,
    numRows: phase.usesInputs || !timeline.plan.readsLate ? timeline.plan.numRows : 0,
    rowsCompleted: rowsAt(phase, now),
    createdAt: timeline.plan.createdAt,
    ...(addedAt !== undefined && { addedAt }),
    ...(startedAt !== undefined && { startedAt }),
    ...(completedAt !== undefined && { completedAt }),
    ...(failureReason !== undefined && { failureReason }),
    results: resultsAt(timeline, phase, now),
  };
}

/** Whether results can be downloaded at an instant, and if not, why. */
export type ResultsAvailability =
  | { readonly kind: "ready"; readonly expiresAt?: Instant }
  /** The job is active, or its results are late and become ready at `readyAt`, if ever. */
  | { readonly kind: "notReady"; readonly readyAt?: Instant }
  /**
   * The job will have no results. It is a dry run, or it didn't succeed and the service keeps only
   * the results of jobs that succeed.
   */
  | { readonly kind: "never" }
  | { readonly kind: "expired"; readonly at: Instant };

/** Availability of results at an instant within a phase (interface document, part 4.2, rule 2). */
export function resultsAt(
  timeline: TimelineOutline,
  phase: Phase,
  now: Instant,
): ResultsAvailability {
  const times = resultTimes(timeline, phase);
  if (times === undefined) {
    const isOver = timeline.isDryRun || isTerminal(phase.state);
    const isEnding = phase.state === "cancelling" && timeline.plan.keepsRows === undefined;
    return { kind: isOver || isEnding ? "never" : "notReady" };
  }
  const { readyAt, expiresAt } = times;
  if (now >= expiresAt) return { kind: "expired", at: expiresAt };
  if (now < readyAt) return { kind: "notReady", ...(readyAt < expiresAt && { readyAt }) };
  return { kind: "ready", ...(expiresAt !== Number.POSITIVE_INFINITY && { expiresAt }) };
}

/** The instants after a phase's start at which the availability of results changes, in order. */
export function resultChanges(timeline: TimelineOutline, phase: Phase): Instant[] {
  const times = resultTimes(timeline, phase);
  if (times === undefined) return [];
  const { readyAt, expiresAt } = times;
  const changes = readyAt < expiresAt ? [readyAt, expiresAt] : [expiresAt];
  return changes.filter((at) => at > phase.from && at !== Number.POSITIVE_INFINITY);
}

/**
 * When results become ready, and when they expire; Infinity if they never expire. Undefined if the
 * job has no results: it is a dry run, or did not succeed and keeps no completed rows.
 */
function resultTimes(
  { isDryRun, plan }: TimelineOutline,
  { state, from, completedAt = from }: Phase,
) {
  const isKept = state === "succeeded" || (plan.keepsRows === true && isTerminal(state));
  if (isDryRun || !isKept) return undefined;
  const expiresAt = completedAt + (plan.expireAfterMs ?? Number.POSITIVE_INFINITY);
  return { readyAt: completedAt + plan.lateMs, expiresAt };
}

/** A job's entry into a state. A test can force a job into the state that it is already in. */
export type JobEvent = { readonly at: Instant; readonly jobId: string; readonly state: JobState };

/** The job's events after `from` and up to `to` (inclusive), in order. */
export function eventsBetween(timeline: Timeline, from: Instant, to: Instant): JobEvent[] {
  return timeline.phases
    .filter((phase) => from < phase.from && phase.from <= to)
    .map((phase) => ({ at: phase.from, jobId: timeline.jobId, state: phase.state }));
}

/** The first instant after `now` when the job enters a state; undefined if there is none. */
export function nextStateAt({ phases }: Timeline, now: Instant): Instant | undefined {
  return phases.find((phase) => phase.from > now)?.from;
}

/**
 * The first instant after `now` at which the job enters a state, or its results become ready or
 * expire; undefined if nothing will change.
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
