import type { JobState } from "../core/job/state.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import type { Instant } from "../core/time.ts";

/** The properties of a call that determine its fault. */
export type FaultCall = {
  readonly operationId: string;
  /** What the operation does. */
  readonly use: string;
  /** The request's `now`. */
  readonly at: Instant;
  /** The job that the call is about; it may not exist. */
  readonly jobId?: string;
  /** Undefined if the job doesn't exist. */
  readonly jobState?: JobState;
  /** Time since that job was submitted. */
  readonly jobAgeMs?: number;
  /**
   * Ordinal of this call among those to the same operation for the same job (or, without a job, in
   * the sandbox), from 1.
   */
  readonly nth: number;
  /** The results format that the request asks for, if any. */
  readonly format?: string;
  /** Lowercase names. */
  readonly headers: JsonObject;
  readonly query: JsonObject;
  readonly body?: JsonValue;
};
