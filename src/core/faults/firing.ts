import { type Rng, rngFor } from "../rng.ts";
import type { FaultRule } from "./fault.ts";

/** A rule that fires on a call. */
export type Firing = {
  readonly rule: FaultRule;
  readonly seed: number;
  readonly operationId: string;
  readonly jobId?: string;
  /** The so manieth call of this operation for this job (of the sandbox, where there is none), from 1. */
  readonly nth: number;
  /** Of a rate limit: time until a call would pass. */
  readonly retryAfterMs?: number;
};

/** Draws for one purpose of a fault; keyed by the call, so that what other jobs' requests do changes nothing. */
export function drawsOf(firing: Firing, purpose: string): Rng {
  const { rule, seed, operationId, jobId, nth } = firing;
  return rngFor(seed, `fault ${purpose}`, rule.name, operationId, jobId ?? "", nth);
}
