import type { Instant } from "../time.ts";
import { phaseAt, rowsAt } from "./phase.ts";
import { type ResultsAvailability, resultsAt } from "./results.ts";
import type { JobState } from "./state.ts";
import type { Timeline } from "./timeline.ts";

/** What a job looks like at an instant: a pure function of its facts and that instant. */
export type JobView = {
  readonly jobId: string;
  readonly state: JobState;
  readonly numRows: number;
  /** Rows done by now; they are the first ones in input order. */
  readonly rowsCompleted: number;
  readonly createdAt: Instant;
  /** When the job entered the queue, the last time it did; undefined before. */
  readonly addedAt?: Instant;
  /** When it began to start; undefined before. */
  readonly startedAt?: Instant;
  /** When it came to its terminal state; undefined before. A cancel request of a terminal job leaves it as it is. */
  readonly completedAt?: Instant;
  /** Of a job in `failed` only. */
  readonly failureReason?: string;
  readonly results: ResultsAvailability;
};

/** What a job looks like at an instant. */
export function viewAt(timeline: Timeline, now: Instant): JobView {
  const phase = phaseAt(timeline.phases, now);
  const { addedAt, startedAt, completedAt, failureReason } = phase;
  return {
    jobId: timeline.jobId,
    state: phase.state,
    numRows: timeline.plan.numRows,
    rowsCompleted: rowsAt(phase, now),
    createdAt: timeline.plan.createdAt,
    ...(addedAt !== undefined && { addedAt }),
    ...(startedAt !== undefined && { startedAt }),
    ...(completedAt !== undefined && { completedAt }),
    ...(failureReason !== undefined && { failureReason }),
    results: resultsAt(timeline, phase, now),
  };
}
