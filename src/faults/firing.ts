import type { FaultRule } from "../core/fault-rule.ts";
import { type Rng, rngFor } from "../core/rng.ts";

/** A rule that fires on a call. */
export type Firing = {
  readonly rule: FaultRule;
  readonly seed: number;
  readonly operationId: string;
  readonly jobId?: string;
  /**
   * Ordinal of this call among those to the same operation for the same job (or, without a job, in
   * the sandbox), from 1.
   */
  readonly nth: number;
  /** For a rate limit: time until a call would pass, in milliseconds on the sandbox's clock. */
  readonly retryAfterMs?: number;
};

/**
 * Draws for one purpose of a fault, keyed by the call so that requests for other jobs don't affect
 * them.
 */
export function drawsOf(firing: Firing, purpose: string): Rng {
  const { rule, seed, operationId, jobId, nth } = firing;
  return rngFor(seed, `fault ${purpose}`, rule.name, operationId, jobId ?? "", nth);
}
