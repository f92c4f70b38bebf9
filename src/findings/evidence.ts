import type { ClockSpec } from "../core/clock-spec.ts";
import type { ContractFacts } from "../core/contract-facts.ts";
import type { ClientError, JournalGap } from "../core/exchange.ts";
import type { FaultRule } from "../core/fault-rule.ts";
import type { Facts } from "../core/job/facts.ts";
import type { Timeline } from "../core/job/timeline.ts";
import type { Instant } from "../core/time.ts";
import type { Trace } from "../core/trace.ts";
import type { DeliveryAttempt } from "../core/webhooks/delivery.ts";

export type Evidence = {
  readonly sandbox: string;
  /** The name to show, if it differs from `sandbox`. */
  readonly title?: string | undefined;
  /** Name or file of the sandbox's scenario. */
  readonly scenario: string;
  readonly seed: number;
  readonly clock: ClockSpec;
  readonly start: StartFacts;
  /** Whether the sandbox's clients may send more requests. */
  readonly isInUse?: boolean;
  /** When the report is made, on the sandbox's clock. */
  readonly now: Instant;
  /** Oldest first. */
  readonly traces: readonly Trace[];
  readonly droppedTraces: number;
  readonly droppedUntil?: number;
  /** Ranges in which exchanges may be missing, oldest first; undefined if there are none. */
  readonly journalGaps?: readonly JournalGap[];
  /** In order of submission. */
  readonly jobs: readonly JobEvidence[];
  /** The attempts of each delivery of a webhook, oldest first. */
  readonly deliveries?: readonly (readonly DeliveryAttempt[])[];
  readonly rules: readonly RuleEvidence[];
  readonly contract: ContractFacts;
  /**
   * The first requests and polls that waited for a `manual` clock that was not advanced, as
   * sentences.
   */
  readonly stalls: readonly string[];
  readonly clientErrors: readonly ClientError[];
};

export type JobEvidence = {
  readonly jobId: string;
  /** May be computed each time that it is read. */
  readonly history: JobHistory;
};

export type JobHistory = { readonly facts: Facts; readonly timeline: Timeline };

/** A fault rule, the number of calls that met its conditions, and how often it fired. */
export type RuleEvidence = {
  readonly rule: FaultRule;
  readonly matched: number;
  readonly fired: number;
};

/** Further settings for starting the same simulator again and recreating the sandbox. */
export type StartFacts = {
  /** The command that runs this program, such as `npx batch-sim`. */
  readonly command: string;
  /** Further command-line arguments, such as `--overlay` and its value. */
  readonly options: readonly string[];
  /** YAML or JSON of a scenario that is not in a file. */
  readonly scenarioText?: string;
  /**
   * Whether a test changed the scenario through the control API afterward, such as by adding
   * faults.
   */
  readonly isChanged: boolean;
  /**
   * The sandbox's requests. `own`: with the simulator's own key; `keyless`: without an accepted
   * key; `made`: with any other key.
   */
  readonly kind: "own" | "keyless" | "made";
};
