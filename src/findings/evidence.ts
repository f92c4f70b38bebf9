import type { ClientError } from "../core/client-error.ts";
import type { ClockSpec } from "../core/clock-spec.ts";
import type { ContractFacts } from "../core/contract-facts.ts";
import type { FaultRule } from "../core/faults/fault.ts";
import type { Facts } from "../core/job/facts.ts";
import type { Timeline } from "../core/job/timeline.ts";
import type { Instant } from "../core/time.ts";
import type { Trace } from "../core/trace.ts";

/** Everything that a sandbox's clients are judged by. */
export type Evidence = {
  readonly sandbox: string;
  /** Name or file of its scenario. */
  readonly scenario: string;
  readonly seed: number;
  readonly clock: ClockSpec;
  /** When the report is made, on the sandbox's clock. */
  readonly now: Instant;
  /** Oldest first. */
  readonly traces: readonly Trace[];
  /** How many older exchanges were dropped. */
  readonly droppedTraces: number;
  /** In order of submission. */
  readonly jobs: readonly JobEvidence[];
  /** The scenario's fault rules. */
  readonly rules: readonly RuleEvidence[];
  readonly contract: ContractFacts;
  /** What tests said about errors that their clients reported. */
  readonly clientErrors: readonly ClientError[];
};

/** A job as it actually was. */
export type JobEvidence = { readonly facts: Facts; readonly timeline: Timeline };

/** A fault rule, the number of calls that met its conditions, and how often it fired. */
export type RuleEvidence = {
  readonly rule: FaultRule;
  readonly matched: number;
  readonly fired: number;
};
