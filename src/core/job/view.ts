import type { Instant } from "../time.ts";
import { phaseAt, rowsAt } from "./phase.ts";
import { type ResultsAvailability, resultsAt } from "./results.ts";
import type { JobState } from "./state.ts";
import type { TimelineOutline } from "./timeline.ts";

/** A job as seen at an instant: a pure function of its facts and that instant. */
export type JobView = {
  readonly jobId: string;
  readonly state: JobState;
  /** 0 until a job whose inputs are fetched from a URL begins to run. */
  readonly numRows: number;
  /** Number of rows done so far; these are the first ones in input order. */
  readonly rowsCompleted: number;
  readonly createdAt: Instant;
  /** When the job last entered the queue; undefined before. */
  readonly addedAt?: Instant;
  /** When it entered `starting`; undefined before. */
  readonly startedAt?: Instant;
  /**
   * When it reached its terminal state; undefined before. Cancel requests for a terminal job don't
   * change it.
   */
  readonly completedAt?: Instant;
  /** Only in `failed`. */
  readonly failureReason?: string;
  readonly results: ResultsAvailability;
};

/** A job's state at an instant: for callers that need nothing else, in a fraction of the time. */
export function jobStateAt({ phases }: Pick<TimelineOutline, "phases">, now: Instant): JobState {
  return phaseAt(phases, now).state;
}

/** When a job entered a state, by an instant; undefined if it has not, or is back in the queue. */
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

/** A job as seen at an instant. */
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
