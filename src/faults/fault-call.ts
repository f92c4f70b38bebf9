import type { FaultRule } from "../core/fault-rule.ts";
import type { JobState } from "../core/job/state.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { type Rng, rngFor } from "../core/rng.ts";
import type { Instant } from "../core/time.ts";

export type FaultCall = {
  readonly operationId: string;
  readonly use: string;
  /** Instant of the request on the sandbox's clock. */
  readonly at: Instant;
  /** The job that the call is about; it may not exist. */
  readonly jobId?: string;
  readonly jobState?: JobState;
  readonly jobAgeMs?: number;
  /** Ordinal, from 1, among the operation's calls for the job or, without a job, in the sandbox. */
  readonly nth: number;
  readonly format?: string;
  /** The request's headers, with lowercase names. */
  readonly headers: JsonObject;
  readonly query: JsonObject;
  readonly body?: JsonValue;
};

export type Firing = Pick<FaultCall, "operationId" | "jobId" | "nth"> & {
  readonly rule: FaultRule;
  readonly seed: number;
  /** Milliseconds on the sandbox's clock until a rate limit would let a call pass. */
  readonly retryAfterMs?: number;
};

/** Random draws for one purpose. They depend on the call, but not on other jobs' requests. */
export function drawsOf(firing: Firing, purpose: string): Rng {
  const { rule, seed, operationId, jobId, nth } = firing;
  return rngFor(seed, `fault ${purpose}`, rule.name, operationId, jobId ?? "", nth);
}
