import type { Instant } from "../time.ts";
import type { Facts } from "./facts.ts";
import type { JobState } from "./state.ts";

/** What a job looks like at an instant: a pure function of its facts and that instant. */
export type JobView = {
  readonly jobId: string;
  readonly state: JobState;
  readonly numRows: number;
  /** Rows done by now; they are the first ones in input order. */
  readonly rowsCompleted: number;
  readonly createdAt: Instant;
  /** When the job entered the queue; undefined before. */
  readonly addedAt?: Instant;
  /** When it began to start; undefined before. */
  readonly startedAt?: Instant;
  /** When it came to its terminal state; undefined before. */
  readonly completedAt?: Instant;
  readonly failureReason?: string;
  readonly results: ResultsAvailability;
};

/** Whether results can be downloaded at an instant, and if not, why. */
export type ResultsAvailability =
  | { readonly kind: "ready"; readonly expiresAt?: Instant }
  | { readonly kind: "notReady"; readonly readyAt?: Instant }
  | { readonly kind: "never" }
  | { readonly kind: "expired"; readonly at: Instant };

/** A change of a job's state. */
export type JobEvent = { readonly at: Instant; readonly jobId: string; readonly state: JobState };
export type { Facts };
